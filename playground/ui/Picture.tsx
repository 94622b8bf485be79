import { memo, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react';
import type { BarState } from '../trace/bars.ts';
import { BarShape } from './BarShape.tsx';
import { MarkShape } from './MarkShape.tsx';
import type { Drawing, PlacedBar, PlacedMark, PlacedText } from './drawing.ts';

export interface PictureProps {
  drawing: Drawing;
  caption: string;
  /** Unique in the page: ids begin with it. */
  uid: string;
  /** Where time stands while the run goes on; null afterwards. */
  now: number | null;
  lit: number | null;
  /** The bar that takes the focus when the picture gets it. Null: bars take no focus (no script). */
  active: string | null;
  pinned: string | null;
  on?: Handlers;
  /** The copy for narrow screens that stands in for scripts: for eyes only. */
  mute?: boolean;
}

export interface Handlers {
  onKeyDown(event: KeyboardEvent<SVGSVGElement>): void;
  onPointerOver(event: PointerEvent<SVGSVGElement>): void;
  onPointerLeave(event: PointerEvent<SVGSVGElement>): void;
  onClick(event: { target: EventTarget }): void;
  onFocus(event: FocusEvent<SVGSVGElement>): void;
  onBlur(event: FocusEvent<SVGSVGElement>): void;
}

/** The drawing as SVG. Draws what `place` placed, and decides nothing. */
export function Picture(props: PictureProps) {
  const { drawing, caption, uid, now, on, mute } = props;
  const { width, height, plot, scale } = drawing;
  const blocked = drawing.bars.filter(({ bar }) => bar.kind === 'blocked');
  return (
    <svg
      className="tl-svg"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="group"
      aria-labelledby={`${uid}-title`}
      aria-describedby={on ? `${uid}-keys` : undefined}
      {...on}
    >
      <title id={`${uid}-title`}>{caption}</title>
      {on && <desc id={`${uid}-keys`}>Arrow keys go from bar to bar, Enter keeps a line lit.</desc>}
      <Patterns uid={uid} />
      <g aria-hidden="true">
        {scale.ticks.map(({ t, label }, index) => (
          <Tick key={label} x={scale.x(t)} first={index === 0} label={label} plot={plot} />
        ))}
        {drawing.groups.map((text) => (
          <Text key={text.key} text={text} className="tl-group" />
        ))}
        {drawing.lanes.map(({ lane, label }) => (
          <Text key={lane.id} text={label} />
        ))}
        <Elbows drawing={drawing} />
      </g>
      {now !== null && (
        <path className="tl-now" d={`M${scale.x(now)} ${plot.top}V${plot.bottom}`} />
      )}
      {drawing.bars.map((placed) => (
        <BarItem
          key={placed.bar.id}
          placed={placed}
          uid={uid}
          lit={props.lit !== null && placed.bar.lines.includes(props.lit)}
          tab={props.active === null ? null : props.active === placed.bar.id ? 0 : -1}
          pinned={props.pinned === placed.bar.id}
          mute={mute ?? false}
        />
      ))}
      <g aria-hidden="true">
        {drawing.bars.map(
          ({ bar, label }) => label && <Text key={bar.id} text={label} className="tl-on-bar" />,
        )}
      </g>
      {blocked.map(({ bar, x, width: across }) => (
        <rect
          key={bar.id}
          className="tl-blocked"
          x={x}
          width={across}
          y={plot.top}
          height={plot.bottom - plot.top}
          fill={`url(#${uid}-blocked)`}
        />
      ))}
      {drawing.marks.map((placed) => (
        <MarkItem key={placed.mark.id} placed={placed} mute={mute ?? false} />
      ))}
      <g aria-hidden="true">
        {drawing.notes.map((note) => (
          <Note key={note.key} note={note} />
        ))}
      </g>
    </svg>
  );
}

interface BarItemProps {
  placed: PlacedBar;
  uid: string;
  lit: boolean;
  /** Null: it takes no focus. */
  tab: 0 | -1 | null;
  pinned: boolean;
  mute: boolean;
}

/** Time moves each frame; a bar that has ended, in a picture that keeps its scale, is not drawn again. */
const BarItem = memo(BarGroup, (before, after) => {
  const { placed: a, ...x } = before;
  const { placed: b, ...y } = after;
  const same = (Object.keys(x) as (keyof typeof x)[]).every((key) => x[key] === y[key]);
  return (
    same &&
    a.x === b.x &&
    a.y === b.y &&
    a.width === b.width &&
    a.bar.name === b.bar.name &&
    a.bar.state === b.bar.state &&
    a.bar.leaf === b.bar.leaf
  );
});

function BarGroup({ placed, uid, lit, tab, pinned, mute }: BarItemProps) {
  const { bar } = placed;
  const titleId = `${uid}-${bar.id}`;
  return (
    <g
      className={`tl-bar is-${bar.state}${lit ? ' is-lit' : ''}`}
      role={mute ? undefined : tab === null ? 'img' : 'button'}
      aria-labelledby={mute ? undefined : titleId}
      aria-pressed={tab === null ? undefined : pinned}
      tabIndex={tab ?? undefined}
      {...(mute
        ? {}
        : {
            'data-bar': bar.id,
            'data-kind': bar.kind,
            'data-state': bar.state,
            'data-start': bar.start,
            'data-end': bar.open ? undefined : bar.end,
            'data-line': bar.line ?? undefined,
            'data-call': bar.call ?? undefined,
            'data-lane': bar.lane,
            'data-label': bar.label,
          })}
    >
      <title id={titleId}>{bar.name}</title>
      <BarShape placed={placed} uid={uid} />
      <rect
        className="tl-ring"
        x={placed.x - 1.5}
        y={placed.y - 1.5}
        width={placed.width + 3}
        height={placed.height + 3}
        rx={6}
      />
    </g>
  );
}

function MarkItem({ placed, mute }: { placed: PlacedMark; mute: boolean }) {
  const { mark, label } = placed;
  return (
    <g
      className={`tl-mark m-${mark.kind} is-${mark.state}`}
      {...(mute
        ? {}
        : {
            role: 'img',
            'aria-label': mark.name,
            'data-mark': mark.kind,
            'data-kind': mark.kind,
            'data-state': mark.state,
            'data-t': mark.t,
            'data-label': mark.label || mark.name,
            'data-call': mark.call ?? undefined,
          })}
    >
      <MarkShape placed={placed} />
      {label && mark.kind === 'message' && <Text text={label} />}
    </g>
  );
}

interface TickProps {
  x: number;
  first: boolean;
  label: string;
  plot: Drawing['plot'];
}

function Tick({ x, first, label, plot }: TickProps) {
  return (
    <>
      <path className="tl-tick" d={`M${x} ${plot.top}V${plot.bottom}`} />
      <text className="tl-time" x={x} y={12} textAnchor={first ? 'start' : 'middle'}>
        {label}
      </text>
    </>
  );
}

/** From the block that was left to its `finally`, one lane down. */
function Elbows({ drawing }: { drawing: Drawing }) {
  const tops = new Map(drawing.lanes.map(({ lane, top, height }) => [lane.id, { top, height }]));
  return drawing.bars.map(({ bar, x, y, root }) => {
    if (bar.kind !== 'finally' || y !== root.y) return null;
    const above = tops.get(
      bar.lane.replace(/\/finally(\d+)$/, (_, row) =>
        row === '1' ? '' : `/finally${Number(row) - 1}`,
      ),
    );
    if (!above) return null;
    return (
      <path key={bar.id} className="tl-elbow" d={`M${x + 1} ${above.top + above.height}V${y}`} />
    );
  });
}

function Text({ text, className = '' }: { text: PlacedText; className?: string }) {
  return (
    <text
      className={`tl-text f-${text.font} is-${text.tone} ${className}`}
      x={text.x}
      y={text.y}
      fontSize={text.size}
      textAnchor={text.anchor}
    >
      {text.full !== text.text && <title>{text.full}</title>}
      {text.tone === 'ghost' ? <Struck text={text.text} /> : text.text}
    </text>
  );
}

/** `Indexed 3 books. dropped`: the value is struck out, the word is not. */
function Struck({ text }: { text: string }) {
  const value = text.replace(/ dropped$/, '');
  return (
    <>
      <tspan className="tl-struck">{value}</tspan>
      {text.slice(value.length)}
    </>
  );
}

/** A dropped value is the ghost of one: outlined, with nothing behind it. */
function Note({ note }: { note: PlacedText }) {
  if (note.tone !== 'ghost') return <Text text={note} className="tl-note" />;
  const left = note.anchor === 'end' ? note.x - note.width : note.x;
  return (
    <>
      <rect
        className="tl-ghost"
        x={left - 8}
        y={note.y - 13}
        width={note.width + 16}
        height={18}
        rx={9}
      />
      <Text text={note} />
    </>
  );
}

const STATES: BarState[] = ['running', 'done', 'cancelled', 'failed', 'unfinished'];

function Patterns({ uid }: { uid: string }) {
  return (
    <defs>
      {STATES.map((state) => (
        <g key={state} className={`is-${state}`}>
          <pattern
            id={`${uid}-hatch-${state}`}
            width={6}
            height={6}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <path className="tl-hatch" d="M0 0V6" />
          </pattern>
          <pattern
            id={`${uid}-stripe-${state}`}
            width={14}
            height={14}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(-60)"
          >
            <rect className="tl-stripe" width={7} height={14} />
          </pattern>
        </g>
      ))}
      <pattern
        id={`${uid}-leak`}
        width={7}
        height={7}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(-45)"
      >
        <path className="tl-leak-line" d="M0 0V7" />
      </pattern>
      <pattern id={`${uid}-blocked`} width={5} height={5} patternUnits="userSpaceOnUse">
        <circle className="tl-blocked-dot" cx={1.5} cy={1.5} r={1} />
      </pattern>
    </defs>
  );
}

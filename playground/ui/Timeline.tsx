import { useId, useMemo, useRef, useState } from 'react';
import { bars } from '../trace/bars.ts';
import { why } from '../trace/why.ts';
import type { TraceEvent } from '../trace/event.ts';
import type { Drawing } from './drawing.ts';
import { useReducedMotion, useWidth } from './hooks.ts';
import { Picture, type Handlers } from './Picture.tsx';
import { place } from './place.ts';
import { stepFrom } from './step.ts';
import { NARROW, StillPicture, WIDE, type Still } from './Still.tsx';

export interface TimelineProps {
  events: readonly TraceEvent[];
  /** Seconds since the run began; open bars end here. */
  now: number;
  /** The run goes on. */
  live: boolean;
  /** What the picture is of, in a sentence: its title. */
  caption: string;
  /** The line of the program that is lit, or null. */
  lit: number | null;
  /** A bar is hovered or has the focus: its line; null when none is. Left out: bars take no focus. */
  onLit?: (line: number | null) => void;
  /** A small picture: no wire, flatter lanes. */
  compact?: boolean;
  /** The same picture as files: they stand here until it is measured. */
  still?: Still | null;
}

const LEAST = 260;
/** Events of a run that loops: what each frame would work through. */
const MANY = 2000;

/** Calls, handlers, awaits, finallys and shields over time. Draws the events, and nothing else. */
export function Timeline(props: TimelineProps) {
  const { events, live, caption, lit, onLit, compact = false, still = null } = props;
  const uid = useId();
  const [measure, width] = useWidth<HTMLDivElement>();
  const now = useCalm(props.now, live, events.length > MANY);
  const picture = useMemo(() => bars(events, { now, live }), [events, now, live]);
  const draw = (at: number) => place(picture, { width: at, live, compact });
  const drawing = useMemo(
    () => (width === null ? null : draw(Math.max(width, LEAST))),
    [picture, width, live, compact],
  );
  const { active, pinned, on } = useLighting(drawing, onLit);

  const asked = picture.bars.find(({ id }) => id === pinned);
  const reason = asked ? why(events, asked) : null;

  const shared = { caption, lit, now: live ? now : null, pinned };
  return (
    <div className="tl" ref={measure} data-measured={drawing !== null}>
      {drawing !== null ? (
        <Picture {...shared} drawing={drawing} uid={uid} active={active} on={on} />
      ) : still !== null ? (
        <StillPicture still={still} caption={caption} />
      ) : (
        <>
          <div className="tl-wide">
            <Picture {...shared} drawing={draw(WIDE)} uid={uid} active={null} />
          </div>
          <div className="tl-narrow" aria-hidden="true">
            <Picture {...shared} drawing={draw(NARROW)} uid={`${uid}n`} active={null} mute />
          </div>
        </>
      )}
      {onLit && (
        <p className="tl-why" role="status">
          {reason?.text}
        </p>
      )}
    </div>
  );
}

/**
 * Time in steps of a quarter of a second, for a reader who asked for less motion and for a picture that takes
 * too long to be drawn each frame.
 */
function useCalm(now: number, live: boolean, slow: boolean): number {
  const reduced = useReducedMotion();
  return (reduced || slow) && live ? Math.floor(now * 4) / 4 : now;
}

/** One tab stop for the whole picture, and the line that a bar lights. */
function useLighting(
  drawing: Drawing | null,
  onLit: TimelineProps['onLit'],
): { active: string | null; pinned: string | null; on: Handlers | undefined } {
  const [focused, setFocused] = useState<string | null>(null);
  const [pinned, setPinned] = useState<string | null>(null);
  const hasFocus = useRef(false);
  if (!onLit || !drawing) return { active: null, pinned: null, on: undefined };

  const light = onLit;
  const list = drawing.bars.map(({ bar }) => bar);
  const lanes = drawing.lanes.map(({ lane }) => lane);
  const byId = (id: string | null) => list.find((bar) => bar.id === id) ?? null;
  const lineOf = (id: string | null) => byId(id)?.line ?? null;
  const active = (byId(focused) ?? list[0])?.id ?? null;
  /** What stays lit when nothing is hovered. */
  const resting = () => lineOf(pinned) ?? (hasFocus.current ? lineOf(focused) : null);
  const pin = (id: string | null) => {
    setPinned(id);
    light(lineOf(id) ?? (hasFocus.current ? lineOf(focused) : null));
  };

  const on: Handlers = {
    onPointerOver: ({ target }) => light(lineOf(barIdAt(target)) ?? resting()),
    onPointerLeave: () => light(resting()),
    onClick: ({ target }) => {
      const id = barIdAt(target);
      if (id !== null) pin(id === pinned ? null : id);
    },
    onFocus: ({ target }) => {
      hasFocus.current = true;
      const id = barIdAt(target);
      if (id === null) return;
      setFocused(id);
      light(lineOf(id));
    },
    onBlur: () => {
      hasFocus.current = false;
      light(lineOf(pinned));
    },
    onKeyDown: (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const bar = byId(barIdAt(event.target));
      if (!bar) return;
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        pin(bar.id === pinned ? null : bar.id);
      } else if (event.key === 'Escape' && pinned !== null) {
        // Only what is pinned: with nothing pinned, Escape is the figure's, and stops the call.
        event.stopPropagation();
        pin(null);
      } else {
        const next = stepFrom(event.key, bar, list, lanes);
        if (!next) return;
        event.preventDefault();
        event.currentTarget.querySelector<SVGElement>(`[data-bar="${next.id}"]`)?.focus();
      }
    },
  };
  return { active, pinned, on };
}

function barIdAt(target: EventTarget): string | null {
  if (!(target instanceof Element)) return null;
  return target.closest('[data-bar]')?.getAttribute('data-bar') ?? null;
}

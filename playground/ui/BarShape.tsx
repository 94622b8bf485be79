import type { PlacedBar } from './drawing.ts';

/** One bar: its shape says what it is, its colour (a class) how it went. */
export function BarShape({ placed, uid }: { placed: PlacedBar; uid: string }) {
  const { bar, x, y, width, height, root } = placed;
  const box = { x, y, width, height };
  switch (bar.kind) {
    case 'call':
      return <CallLine {...box} open={bar.open} />;
    case 'handler':
    case 'task':
      return <path className="tl-body" d={outline(box, 5, bar.open ? 'open' : 'round')} />;
    case 'thread':
      return (
        <>
          <path className="tl-body" d={outline(box, 5, bar.open ? 'open' : 'round')} />
          <path
            d={outline(box, 5, bar.open ? 'open' : 'round')}
            fill={`url(#${uid}-stripe-${bar.state})`}
          />
        </>
      );
    case 'await': {
      const edge = bar.torn ? 'torn' : bar.open ? 'open' : 'round';
      return (
        <>
          <path className="tl-ground" d={outline(box, 3, edge)} />
          {bar.leaf && <path d={outline(box, 3, edge)} fill={`url(#${uid}-hatch-${bar.state})`} />}
          {bar.torn && bar.leaf && !root.torn && (
            <Tear x={x + width} y={root.y} height={root.height} />
          )}
        </>
      );
    }
    case 'work':
      return <path className="tl-work" d={outline(inset(box, 0.5), 3, edgeOf(bar))} />;
    case 'try':
    case 'except':
      return (
        <path
          className={bar.kind === 'try' ? 'tl-try' : 'tl-except'}
          d={outline(inset(box, 0.5), 4, edgeOf(bar))}
        />
      );
    case 'finally':
      return (
        <>
          <path className="tl-solid" d={outline(box, 5, edgeOf(bar))} />
          {bar.torn && <Tear x={x + width} y={y} height={height} />}
        </>
      );
    case 'shield':
      return (
        <>
          <path className="tl-shield" d={outline(inset(box, 0.75), 4, edgeOf(bar))} />
          {width > 12 && (
            <path className="tl-shield-in" d={outline(inset(box, 3.25), 2.5, edgeOf(bar))} />
          )}
        </>
      );
    case 'scope':
      return <path className="tl-scope" d={outline(inset(box, 0.5), 3, edgeOf(bar))} />;
    case 'state':
      if (bar.label === 'empty') {
        const middle = y + height / 2;
        return <path className="tl-empty" d={`M${f(x)} ${f(middle)}h${f(width)}`} />;
      }
      return (
        <>
          <path className="tl-strip" d={outline(box, 3, edgeOf(bar))} />
          {bar.state === 'leak' && (
            <path d={outline(box, 3, edgeOf(bar))} fill={`url(#${uid}-leak)`} />
          )}
        </>
      );
    case 'blocked':
      return null;
  }
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function inset({ x, y, width, height }: Box, by: number): Box {
  return {
    x: x + by,
    y: y + by,
    width: Math.max(width - 2 * by, 1),
    height: Math.max(height - 2 * by, 1),
  };
}

/** `torn`: Cancelled was raised there. `open`: it goes on. */
type Edge = 'round' | 'torn' | 'open';

function edgeOf({ torn, open }: PlacedBar['bar']): Edge {
  return torn ? 'torn' : open ? 'open' : 'round';
}

function outline({ x, y, width, height }: Box, radius: number, edge: Edge): string {
  const r = Math.min(radius, width / 2, height / 2);
  const [x2, y2] = [x + width, y + height];
  const left = `V${f(y + r)}Q${f(x)} ${f(y)} ${f(x + r)} ${f(y)}Z`;
  const start = `M${f(x + r)} ${f(y)}`;
  const back = `H${f(x + r)}Q${f(x)} ${f(y2)} ${f(x)} ${f(y2 - r)}${left}`;
  switch (edge) {
    case 'round':
      return `${start}H${f(x2 - r)}Q${f(x2)} ${f(y)} ${f(x2)} ${f(y + r)}V${f(y2 - r)}Q${f(x2)} ${f(y2)} ${f(x2 - r)} ${f(y2)}${back}`;
    case 'open':
      return `${start}H${f(x2)}V${f(y2)}${back}`;
    case 'torn':
      return `${start}H${f(x2)}${zigzag(x2, y, height, Math.min(3, width / 2))}${back}`;
  }
}

/** Down the edge, between it and `depth` px to its left. */
function zigzag(x: number, y: number, height: number, depth: number): string {
  const teeth = Math.max(2, Math.round(height / 7)) * 2;
  let path = '';
  for (let tooth = 1; tooth <= teeth; tooth++) {
    path += `L${f(x - (tooth % 2 ? depth : 0))} ${f(y + (height * tooth) / teeth)}`;
  }
  return path;
}

/** The rip goes through the whole bar. */
function Tear({ x, y, height }: { x: number; y: number; height: number }) {
  const d = `M${f(x)} ${f(y - 2)}${zigzag(x, y - 2, height + 4, 4)}`;
  return (
    <>
      <path className="tl-gap" d={d} />
      <path className="tl-tear" d={d} />
    </>
  );
}

function CallLine({ x, y, width, height, open }: Box & { open: boolean }) {
  const middle = y + height / 2;
  return (
    <>
      <rect className="tl-target" x={x} y={y} width={width} height={height} />
      <line className="tl-call" x1={x} x2={x + width} y1={middle} y2={middle} />
      <circle className="tl-call-dot" cx={x} cy={middle} r={4} />
      {!open && <circle className="tl-call-dot" cx={x + width} cy={middle} r={4} />}
    </>
  );
}

function f(value: number): string {
  return String(Math.round(value * 100) / 100);
}

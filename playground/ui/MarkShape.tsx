import { isFlag, type PlacedMark } from './drawing.ts';

/** One moment: a flag, a message's dot, a tick at a check, a cancellation that waits. */
export function MarkShape({ placed }: { placed: PlacedMark }) {
  const { mark, x, y, height, fromX, label } = placed;
  const middle = y + height / 2;
  if (isFlag(mark)) return <Flag placed={placed} />;
  switch (mark.kind) {
    case 'again':
      return <path className="tl-again" d={`M${x} ${y - 1}v${height + 2}`} />;
    case 'told':
      return <path className="tl-told" d={`M${x - 5} ${y - 8}h10l-5 8z`} />;
    case 'message':
      return <circle className="tl-message" cx={x} cy={middle} r={4} />;
    case 'closed':
      return <path className="tl-closed" d={`M${x - 4} ${middle - 4}l8 8m0 -8l-8 8`} />;
    case 'check':
      return (
        <>
          <path className="tl-check-line" d={`M${x} ${y - 3}v${height + 6}`} />
          <circle className="tl-check" cx={x} cy={y - 4} r={mark.state === 'cancelled' ? 4 : 3} />
        </>
      );
    case 'catch':
      return <path className="tl-catch" d={`M${x} ${middle - 6}l6 6l-6 6l-6 -6z`} />;
    case 'pending':
      return (
        <>
          {fromX !== null && x - fromX > 12 && (
            <>
              <path className="tl-waiting" d={`M${fromX + 4} ${y - 1}H${x - 5}`} />
              <circle className="tl-pending-since" cx={fromX} cy={y - 1} r={4} />
            </>
          )}
          <circle className="tl-pending" cx={x} cy={y - 1} r={4.5} />
        </>
      );
    case 'limit':
      return <path className="tl-limit" d={`M${x} ${y - 4}v${height + 8}`} />;
    default:
      return label === null ? null : <circle className="tl-message" cx={x} cy={middle} r={3} />;
  }
}

function Flag({ placed: { x, y, height, label } }: { placed: PlacedMark }) {
  if (!label) return null;
  const left = label.x < x ? label.x - 6 : x;
  const width = label.width + 12;
  return (
    <>
      <path className="tl-pole" d={`M${x} ${y}v${height + 2}`} />
      <rect className="tl-flag" x={left} y={y} width={width} height={20} rx={2} />
      {/* In the middle: a reader's font may be narrower than the one that was reckoned with. */}
      <text className="tl-flag-text" x={left + width / 2} y={label.y} textAnchor="middle">
        {label.text}
      </text>
    </>
  );
}

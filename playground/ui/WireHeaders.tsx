/** The headers that say something about a message or its response. */
export function WireHeaders({ headers }: { headers: Record<string, string> | undefined }) {
  if (headers === undefined || Object.keys(headers).length === 0) {
    return <p className="panel-empty">It has no headers that matter here.</p>;
  }
  return (
    <dl className="wire-headers">
      {Object.entries(headers).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt> <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

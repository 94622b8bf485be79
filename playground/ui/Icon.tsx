const paths = {
  run: 'M4 2.5v11l9-5.5z',
  stop: 'M3.5 3.5h9v9h-9z',
  timeout:
    'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm0 1.5a5 5 0 1 1 0 10A5 5 0 0 1 8 3Zm-.75 1.5v3.9l2.7 1.6.75-1.25L8.75 7.6V4.5z',
} as const;

/** A small picture beside a word; never the only thing that says what a button does. */
export const Icon = ({ name }: { name: keyof typeof paths }) => (
  <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path d={paths[name]} fill="currentColor" />
  </svg>
);

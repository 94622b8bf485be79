/** Widths of pictures that are drawn before anybody can measure; a container query shows the one that fits. */
export const WIDE = 540;
export const NARROW = 340;

/** A recorded run's picture as files: light at `src`, dark at `src#dark`. Sizes in px. */
export interface Still {
  wide: StillFile;
  narrow: StillFile;
}

interface StillFile {
  src: string;
  width: number;
  height: number;
}

/** The files in place of the picture, until a script draws it. The story beside it says the same in words. */
export function StillPicture({ still, caption }: { still: Still; caption: string }) {
  return (
    <div role="img" aria-label={caption} className="tl-still">
      <Files file={still.wide} className="tl-wide" />
      <Files file={still.narrow} className="tl-narrow" />
    </div>
  );
}

/** The browser fetches only the one that is shown. */
function Files({
  file: { src, width, height },
  className,
}: {
  file: StillFile;
  className: string;
}) {
  const shared = { width, height, alt: '', loading: 'lazy' } as const;
  return (
    <div className={className}>
      <img {...shared} src={src} className="tl-light" />
      <img {...shared} src={`${src}#dark`} className="tl-dark" />
    </div>
  );
}

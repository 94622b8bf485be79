import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { bars } from '../trace/bars.ts';
import { Picture } from './Picture.tsx';
import { place } from './place.ts';
import { NARROW, WIDE, type Still } from './Still.tsx';
import timeline from './timeline.css?raw';
import tokens from './tokens.css?raw';
import { recordedView, type Recorded } from './view.ts';

/**
 * A picture stands alone, so it brings its styles, and names the fonts of the site's pages. Its address says which theme it has: `file.svg` is light and
 * `file.svg#dark` dark, one file for both.
 */
const styles = [
  tokens
    .replace("[data-theme='dark']", ':root:target')
    .replace(":root,\n[data-theme='light']", ':root'),
  timeline,
  'svg { container-type: normal; font-family: -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif }',
]
  .join('')
  .replaceAll(/\/\*.*?\*\//gs, '')
  .replaceAll(/\s+/g, ' ');

/**
 * The picture of a recorded run at both widths, as SVG that stands alone.
 * @param keep stores a picture and gives its address
 */
export function drawStill(
  recorded: Recorded,
  keep: (shape: keyof Still, svg: string) => string,
): Still {
  const { events, now, caption } = recordedView(recorded);
  const picture = bars(events, { now, live: false });
  const draw = (shape: keyof Still, across: number) => {
    const drawing = place(picture, { width: across, live: false, compact: false });
    const { width, height } = drawing;
    const svg = renderToStaticMarkup(
      createElement(Picture, {
        drawing,
        caption,
        uid: 'p',
        now: null,
        lit: null,
        active: null,
        pinned: null,
        mute: true,
      }),
    ).replace(
      /class="tl-svg"([^>]*)>/,
      `class="tl tl-svg" id="dark" xmlns="http://www.w3.org/2000/svg"$1><style>${styles}</style>`,
    );
    return { src: keep(shape, svg), width, height };
  };
  return { wide: draw('wide', WIDE), narrow: draw('narrow', NARROW) };
}

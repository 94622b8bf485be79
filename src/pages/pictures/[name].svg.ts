import type { APIRoute } from 'astro';
import { pictureFiles } from '../../pictures.ts';

export const getStaticPaths = async () =>
  (await pictureFiles()).map(({ name, svg }) => ({ params: { name }, props: { svg } }));

/** A recorded run's picture. */
export const GET: APIRoute<{ svg: string }> = ({ props: { svg } }) =>
  new Response(svg, { headers: { 'Content-Type': 'image/svg+xml' } });

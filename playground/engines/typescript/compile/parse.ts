import { tsPlugin } from '@sveltejs/acorn-typescript';
import { Parser } from 'acorn';
import type { Diagnostic } from '../../engine.ts';
import type { Node } from './nodes.ts';

const TypeScriptParser = Parser.extend(tsPlugin() as never);

/** Read a program. Stops at the first place that is not TypeScript and tells of it. */
export function parse(source: string): Node | Diagnostic {
  try {
    const options = { sourceType: 'module', ecmaVersion: 'latest', locations: true } as const;
    return TypeScriptParser.parse(source, options) as unknown as Node;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { loc } = error as SyntaxError & { loc?: { line: number; column: number } };
    return {
      line: loc?.line ?? 1,
      column: (loc?.column ?? 0) + 1,
      message: error.message.replace(/ \(\d+:\d+\)$/, ''),
      severity: 'error',
    };
  }
}

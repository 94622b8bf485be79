import { posix } from 'node:path';
import ts from 'typescript';

export interface Import {
  specifier: string;
  typesOnly: boolean;
}

/** Everything a file imports, by any form of import. */
export function importsOf(file: string, text: string): Import[] {
  const found: Import[] = [];
  const add = (node: ts.Node | undefined, typesOnly: boolean) => {
    if (node && ts.isStringLiteralLike(node)) found.push({ specifier: node.text, typesOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, bringsOnlyTypes(node));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, true);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, code(file, text), ts.ScriptTarget.Latest, false, kind(file)));
  return found;
}

function bringsOnlyTypes({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause) return false;
  if (importClause.isTypeOnly) return true;
  const { name, namedBindings } = importClause;
  return (
    !name &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly)
  );
}

const kind = (file: string) => (file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);

/** The parts of a file that are TypeScript. */
function code(file: string, text: string): string {
  if (file.endsWith('.astro')) {
    const fence = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '';
    const scripts = [...text.matchAll(/<script(?![^>]*is:inline)[^>]*>([\s\S]*?)<\/script>/g)];
    return [fence, ...scripts.map(([, body]) => body)].join('\n');
  }
  if (file.endsWith('.mdx')) {
    const outside = text.replaceAll(/^(```+)[\s\S]*?^\1/gm, '');
    return (outside.match(/^(import|export)\s.*$/gm) ?? []).join('\n');
  }
  return text;
}

/** The file that a relative import names, without its query. */
export function target(file: string, specifier: string): string {
  return posix.join(posix.dirname(file), specifier.replace(/\?.*/, ''));
}

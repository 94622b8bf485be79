import ts from 'typescript';

/**
 * Set the sentence of a claim in the source of a file of content/claims. Returns null if the file does not have the
 * claim. The result still has to be formatted.
 */
export function keepSentence(source: string, id: string, sentence: string): string | null {
  const claim = claimIn(ts.createSourceFile('claims.ts', source, ts.ScriptTarget.Latest), id);
  if (claim === null) return null;
  const text = `sentence: ${JSON.stringify(sentence)}`;
  const kept = propertyOf(claim, 'sentence');
  if (kept !== undefined)
    return source.slice(0, kept.end - kept.getFullWidth()) + ` ${text}` + source.slice(kept.end);
  const after = propertyOf(claim, 'id')!.end;
  return `${source.slice(0, after)}, ${text}${source.slice(after)}`;
}

function claimIn(node: ts.Node, id: string): ts.ObjectLiteralExpression | null {
  if (ts.isObjectLiteralExpression(node)) {
    const own = propertyOf(node, 'id')?.initializer;
    if (own && ts.isStringLiteralLike(own) && own.text === id) return node;
  }
  return ts.forEachChild(node, (child) => claimIn(child, id) ?? undefined) ?? null;
}

function propertyOf(
  { properties }: ts.ObjectLiteralExpression,
  name: string,
): ts.PropertyAssignment | undefined {
  return properties
    .filter(ts.isPropertyAssignment)
    .find((property) => ts.isIdentifier(property.name) && property.name.text === name);
}

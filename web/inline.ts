import { rolldown } from 'rolldown'

/**
 * The text of a script that stands in a page itself: a source with all that it imports, minified. `values` are the
 * constants that it declares.
 */
export async function inlineScript(source: string, values: Record<string, unknown> = {}): Promise<string> {
  const define = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]),
  )
  const bundle = await rolldown({
    input: source,
    platform: 'browser',
    external: /^\/assets\//, // built already
    transform: { target: 'es2022', define },
  })
  const { output } = await bundle.generate({ format: 'iife', minify: true, comments: false })
  await bundle.close()
  return output[0].code.trim()
}

/** @throws if `part` is not in the page exactly once */
export function replacePart(page: string, part: string, by: string): string {
  const around = page.split(part)
  if (around.length !== 2)
    throw new Error(`A page must have ${part} once, and has it ${around.length - 1} times`)
  return around.join(by)
}

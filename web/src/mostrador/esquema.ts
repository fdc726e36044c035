import { saySimply } from '@imprimitodo/shared/api/palabras'
import type * as z from 'zod'

/** The problems by field, or by another part of the form; 'general' for the rest. */
export type Problems = Record<string, string>

saySimply()

/**
 * The body as the call's schema parses it, or its problems by the form's field: the innermost part of the
 * path that is one of `fields`, else the body's own key. The first message for each.
 */
export function checkBody<S extends z.ZodType>(
  schema: S,
  body: z.input<S>,
  fields: readonly string[],
): { data: z.output<S>; problems: null } | { problems: Problems } {
  const read = schema.safeParse(body)
  if (read.success) return { data: read.data, problems: null }
  const problems: Problems = {}
  for (const { path, message } of read.error.issues) {
    const names = path.map(String)
    const field = names.findLast((name) => fields.includes(name)) ?? names[0] ?? 'general'
    problems[field] ??= message
  }
  return { problems }
}

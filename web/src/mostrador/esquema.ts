import * as z from 'zod'

/** What is wrong, by the name of the field, or of what else of the form it is about; 'general' where it is none. */
export type Problems = Record<string, string>

z.config(z.locales.es()) // what the schemas do not say in their own words

/**
 * What a call's schema makes of a form's body, or what it refuses, by the form's field: the innermost part of the path
 * that is one of `fields`, else the body's own key. The first message of each is told.
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

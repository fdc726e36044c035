import type * as z from 'zod'

/** One call of the API: its input and its answer. Keys are 'METHOD /path'; `status` is 200 unless said. */
export type Endpoint = {
  body?: z.ZodType
  query?: z.ZodType
  params?: z.ZodType
  answer: z.ZodType
  status?: 200 | 201
  /** For a body of more than 64 KB. */
  largeBody?: { bytes: number; why: string }
}

type Part = 'body' | 'query' | 'params'

/** The input that a handler receives, after parsing. */
export type Taken<E extends Endpoint, P extends Part> = E[P] extends z.ZodType ? z.output<E[P]> : undefined
/** The input that a caller sends, before parsing. */
export type Sent<E extends Endpoint, P extends Part> = E[P] extends z.ZodType ? z.input<E[P]> : undefined
export type Answered<E extends Endpoint> = z.output<E['answer']>

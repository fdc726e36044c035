// Limits forms that are too large, which cost reading up to the limit. No page of ours sends one.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../../base/http/errors.ts'
import { type Bucket, countIn, needRoom, tooMany, waitFor } from '../../../base/http/rate-limit.ts'
import { createVisitorBuckets, visitorOf } from '../../../base/http/visitor.ts'
import type { Deps } from '../../../base/runtime/deps.ts'

const WINDOW_MS = 60_000
const OF_BROWSER = 5
const OF_ADDRESS = { browser: null, address: 20, windowMs: WINDOW_MS }

/** Bytes of a form without its files. */
const FORM_BYTES = 1024 ** 2
/** The same at an address that floods: enough for a few hundred files, as others of a campus still upload. */
const FORM_BYTES_OF_FLOODED = 128 * 1024

/**
 * A browser that goes on sending such forms is refused unread. Others at its address may send smaller forms,
 * so that each costs little.
 */
export function createFloods({ limits }: Pick<Deps, 'limits'>) {
  const ofBrowser = limits('formularios-navegador', OF_BROWSER, WINDOW_MS)
  const ofAddress = createVisitorBuckets(limits, 'formularios', OF_ADDRESS)

  /** @returns how much of the form may be read, and what to answer where reading it failed. @throws 429 */
  return (request: FastifyRequest) => {
    const { browser } = visitorOf(request)
    const own: Bucket[] = browser === null ? [] : [[ofBrowser, browser]]
    needRoom(own)
    const around = ofAddress(request)
    const seconds = waitFor(around)
    const refusalOf = (error: unknown): unknown => {
      if (statusOf(error) !== 413) return error
      countIn([...own, ...around])
      return seconds === null ? error : tooMany(seconds)
    }
    return { formBytes: seconds === null ? FORM_BYTES : FORM_BYTES_OF_FLOODED, refusalOf }
  }
}

const statusOf = (error: unknown): unknown =>
  error instanceof Refusal
    ? error.status
    : error instanceof Error && 'statusCode' in error && error.statusCode

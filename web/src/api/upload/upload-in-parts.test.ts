// @vitest-environment happy-dom
import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { uploadInParts } from './upload-in-parts.ts'
import { RefusedUpload } from './upload-result.ts'

type Options = {
  headers: Record<string, string>
  onProgress: (sent: number) => void
  onSuccess: () => void
  onError: (error: Error) => void
  onAfterResponse: (request: { getMethod(): string }, response: object) => void
}

/** `codigo`: none where a proxy refuses. */
type Refused = { status: number; codigo?: Rechazo; body: string }

/** The attempts of the upload, in their order: the test says what happens to each. */
const attempts: Options[] = []
vi.mock('tus-js-client', () => ({
  DetailedError: class extends Error {
    originalRequest = { getMethod: () => 'POST' }
    originalResponse: object
    constructor({ status, codigo, body }: Refused) {
      super('refused')
      this.originalResponse = {
        getStatus: () => status,
        getBody: () => body,
        getHeader: (name: string) => (name.toLowerCase() === 'x-codigo' ? codigo : undefined),
      }
    }
  },
  Upload: class {
    url = '/api/subidas/S1'
    constructor(_: File, options: Options) {
      attempts.push(options)
    }
    findPreviousUploads = async () => []
    start() {}
    async abort() {}
  },
}))

/** The tokens that the server gives, in their order. */
let tokens: string[]

beforeEach(() => {
  attempts.length = 0
  tokens = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => {
    const token = tokens.shift()
    return new Response('{}', { status: 200, headers: token ? { 'X-CSRFToken': token } : {} })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** As the library tells a refusal, made of the module that stands in for it. */
async function refusal(refused: Refused): Promise<Error> {
  const { DetailedError } = await import('tus-js-client')
  return Reflect.construct(DetailedError, [refused])
}
const OLD_PAGE: Refused = { status: 403, codigo: 'pagina_vieja', body: '{"detail":"La página quedó vieja."}' }

async function start() {
  const told: boolean[] = []
  const ended = uploadInParts({ name: 'a.pdf' }, new File(['%PDF'], 'a.pdf'), {
    signal: new AbortController().signal,
    onProgress: () => {},
    onWaiting: (waiting) => told.push(waiting),
  })
  return { told, ended, attempt: (n: number) => vi.waitFor(() => attempts[n] ?? Promise.reject(new Error())) }
}

it('a cut is told as waiting although the browser says that it is online, until bytes move again', async () => {
  const { told, ended, attempt } = await start()
  const first = await attempt(0)
  first.onProgress(1)
  first.onError(new Error('cut'))
  await vi.waitFor(() => expect(told).toEqual([true]))
  await vi.advanceTimersByTimeAsync(1000)
  const second = await attempt(1)
  second.onError(new Error('refused'))
  await vi.advanceTimersByTimeAsync(2000)
  const third = await attempt(2)
  expect(told).toEqual([true])
  third.onProgress(2)
  third.onProgress(3)
  expect(told).toEqual([true, false])
  third.onSuccess()
  expect(await ended).toBe('S1')
  expect(told).toEqual([true, false])
})

it('a line that takes no bytes for 10 s is told as waiting, long before it is given up', async () => {
  const { told, attempt } = await start()
  const first = await attempt(0)
  first.onProgress(1)
  await vi.advanceTimersByTimeAsync(9_000)
  first.onProgress(2)
  await vi.advanceTimersByTimeAsync(9_900)
  expect(told).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(told).toEqual([true])
  first.onProgress(3)
  expect(told).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(told).toEqual([true, false, true])
  await vi.advanceTimersByTimeAsync(1000)
  await attempt(1)
})

it('an upload that ends without a sign of progress waits no more', async () => {
  const { told, ended, attempt } = await start()
  ;(await attempt(0)).onError(new Error('cut'))
  await vi.advanceTimersByTimeAsync(1000)
  ;(await attempt(1)).onSuccess()
  await ended
  expect(told).toEqual([true, false])
})

it('a token that is refused is replaced; where the browser keeps no cookie, the file goes without one', async () => {
  tokens = ['uno', 'dos']
  const { ended, attempt } = await start()
  ;(await attempt(0)).onError(await refusal(OLD_PAGE))
  ;(await attempt(1)).onError(await refusal(OLD_PAGE))
  ;(await attempt(2)).onSuccess()
  expect(await ended).toBe('S1')
  expect(attempts.map(({ headers }) => headers['X-CSRFToken'])).toEqual(['uno', 'dos', undefined])
})

it.each([403, 404, 413, 507])(
  'a %i of a proxy is tried again: the shop did not refuse it',
  async (status) => {
    const { told, ended, attempt } = await start()
    ;(await attempt(0)).onError(await refusal({ status, body: '<html>Forbidden</html>' }))
    await vi.waitFor(() => expect(told).toEqual([true]))
    await vi.advanceTimersByTimeAsync(1000)
    ;(await attempt(1)).onSuccess()
    expect(await ended).toBe('S1')
  },
)

it.each([
  [413, 'muy_grande'],
  [429, 'limite'],
  [507, 'sin_lugar'],
] as const)('a %i of the shop ends the upload with its words: %s', async (status, codigo) => {
  const { ended, attempt } = await start()
  const refused = expect(ended).rejects.toMatchObject({ codigo, detail: 'No va.' })
  ;(await attempt(0)).onError(await refusal({ status, codigo, body: '{"detail":"No va."}' }))
  await refused
  await expect(ended).rejects.toBeInstanceOf(RefusedUpload)
  expect(attempts).toHaveLength(1)
})

it.each([
  ['a proxy’s refusal is a failure', undefined, 'A proxy answered 429'],
  ['the shop’s refusal is left to the library', 'no_existe', null],
])('asked how much has arrived, %s', async (_, codigo, message) => {
  const { attempt } = await start()
  const { onAfterResponse } = await attempt(0)
  const response = {
    getStatus: () => 429,
    getHeader: (name: string) => (name === 'X-Codigo' ? codigo : undefined),
  }
  const look = () => onAfterResponse({ getMethod: () => 'HEAD' }, response)
  if (message) expect(look).toThrow(message)
  else expect(look).not.toThrow()
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { post } from './upload.ts'

/** An XMLHttpRequest whose events the test triggers. */
class FakeRequest {
  static last: FakeRequest
  timeout = 0
  withCredentials = false
  status = 0
  responseText = ''
  answered: Record<string, string> = {}
  headers: Record<string, string> = {}
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  ontimeout?: () => void
  onabort?: () => void
  constructor() {
    FakeRequest.last = this
  }
  open = vi.fn()
  send = vi.fn()
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getResponseHeader(name: string) {
    return this.answered[name] ?? null
  }
  abort() {
    this.onabort?.()
  }
}

beforeEach(() => void vi.stubGlobal('XMLHttpRequest', FakeRequest))
afterEach(() => void vi.unstubAllGlobals())

function start(timeoutMs?: number) {
  const controller = new AbortController()
  const onProgress = vi.fn()
  const answer = post(
    '/api/x',
    'cuerpo',
    { 'x-uno': '1' },
    { signal: controller.signal, onProgress },
    timeoutMs,
  )
  return { answer, controller, onProgress, request: FakeRequest.last }
}

it('sends the body with its headers and cookies, reports its progress, and returns the answer', async () => {
  const { answer, onProgress, request } = start()
  expect(request.open.mock.calls).toEqual([['POST', '/api/x']])
  expect(request.send.mock.calls).toEqual([['cuerpo']])
  expect([request.headers, request.withCredentials]).toEqual([{ 'x-uno': '1' }, true])
  request.upload.onprogress?.({ loaded: 3, total: 6 })
  expect(onProgress.mock.calls).toEqual([[3, 6]])
  const answered = { 'x-codigo': 'sin_lugar' }
  Object.assign(request, { status: 507, responseText: '{"detail":"No hay lugar."}', answered })
  request.onload?.()
  expect(await answer).toMatchObject({
    ok: false,
    status: 507,
    codigo: 'sin_lugar',
    errores: 'No hay lugar.',
  })
})

it('fails after 300 s without an answer, unless it has no time limit', async () => {
  const { answer, request } = start()
  expect(request.timeout).toBe(300_000)
  request.ontimeout?.()
  await expect(answer).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(start(0).request.timeout).toBe(0)
})

it('fails without network, and when it is cancelled', async () => {
  const { answer, request } = start()
  request.onerror?.()
  await expect(answer).rejects.toThrow(TypeError)
  const other = start()
  other.controller.abort()
  await expect(other.answer).rejects.toMatchObject({ name: 'AbortError' })
})

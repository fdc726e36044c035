// @vitest-environment happy-dom
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../api/testing.ts'

const ASK = 'POST /api/obtener_preferencias_locales/'
const FAILED = 'No se pudo cargar la configuración del entorno.'
const OK = { status: 200, body: { debug: false, api_fidelizacion: 'https://puntos.example/' } }

let script: Parameters<typeof fakeServer>[0]
beforeEach(() => {
  vi.resetModules()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  script = {}
  fakeServer(script)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The page's own start, on fresh modules. */
async function open() {
  const [{ configure }, { Toasts }, { preferencias }] = await Promise.all([
    import('./configure.ts'),
    import('../ui/notice/toasts.tsx'),
    import('../api/startup.ts'),
  ])
  await configure()
  return { isTold: () => renderToString(createElement(Toasts)).includes(FAILED), preferencias }
}

const comeBack = () => window.dispatchEvent(new Event('online'))

it('without a connection the notice of that is enough; it is asked again when the connection is back', async () => {
  script[ASK] = 'cut'
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { isTold, preferencias } = await open()
  expect(isTold()).toBe(false)
  script[ASK] = OK
  line.mockReturnValue(true)
  comeBack()
  await vi.waitFor(async () => expect((await preferencias()).api_fidelizacion).toBe(OK.body.api_fidelizacion))
  expect(isTold()).toBe(false)
})

it('a failure is told until the configuration arrives', async () => {
  script[ASK] = { status: 500 }
  const { isTold } = await open()
  expect(isTold()).toBe(true)
  comeBack()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(isTold()).toBe(true)
  script[ASK] = OK
  comeBack()
  await vi.waitFor(() => expect(isTold()).toBe(false))
})

// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { type ArchivoDeVenta, newArchivoDeVenta } from './archivos.ts'
import { sendArchivoOfVenta } from './send-archivo.ts'

// The code is missing, as in a page that was left open while newer versions took its place
vi.mock('../../api/upload/upload-in-parts.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
vi.mock('../../ui/fotos/convert.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
afterEach(() => vi.restoreAllMocks())

async function send(name: string, type: string, bytes = '%PDF-1.7'): Promise<ArchivoDeVenta | null> {
  const file = new File([bytes], name, { type })
  const files = new Map([['1', file]])
  const around = { signal: new AbortController().signal, files, onPaso: () => {} }
  return sendArchivoOfVenta(newArchivoDeVenta('1', file, new Set()), around)
}
const RECARGA = 'Recargá la página y mandalo de nuevo: lo que cargaste no se pierde.'

it.each([
  ['tesis.pdf', 'application/pdf'],
  ['dni.jpg', 'image/jpeg'],
])('%s asks for a reload where the page’s code is no longer there', async (name, type) =>
  expect(await send(name, type)).toMatchObject({ estado: 'mal', problema: RECARGA, again: true }),
)

it('without network the upload was cut, and may be tried again', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(await send('tesis.pdf', 'application/pdf')).toMatchObject({
    problema: 'Se cortó la conexión y no terminó de subir.',
    again: true,
  })
})

it('a file that is no PDF by its bytes is not sent', async () => {
  expect(await send('tesis.pdf', 'application/pdf', 'PK')).toMatchObject({
    estado: 'mal',
    problema: 'No es un PDF ni una foto: guardalo como PDF y cambialo.',
    again: false,
  })
})

it('an empty file is told as such', async () =>
  expect(await send('tesis.pdf', 'application/pdf', '')).toMatchObject({
    estado: 'mal',
    problema: 'Está vacío: no se llegó a guardar entero.',
  }))

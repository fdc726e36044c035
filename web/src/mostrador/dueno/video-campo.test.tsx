// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { sendVideo } from '../session/ask.ts'
import { portadaOf } from './portada.ts'
import { SIN_VIDEO, VideoCampo, type VideoValor } from './video-campo.tsx'

vi.mock('../session/ask.ts')
vi.mock('./portada.ts', async (original) => ({
  ...(await original<typeof import('./portada.ts')>()),
  portadaOf: vi.fn(),
}))
afterEach(cleanup)

it('an upload cancelled while its picture is made ends at once, and changes nothing later', async () => {
  const picture = Promise.withResolvers<{ portada_id: string; portada: string }>()
  vi.mocked(sendVideo).mockResolvedValue({
    ok: true,
    status: 201,
    errores: null,
    data: { video: '/videos/uno.mp4' },
  } as unknown as Awaited<ReturnType<typeof sendVideo>>)
  vi.mocked(portadaOf).mockReturnValue(picture.promise)
  const taken: VideoValor[] = []
  const busy: boolean[] = []
  render(
    <VideoCampo
      valor={SIN_VIDEO}
      problems={{}}
      onChange={(valor) => taken.push(valor)}
      onBusy={(isBusy) => busy.push(isBusy)}
    />,
  )
  const file = new File(['video'], 'taza.mp4', { type: 'video/mp4' })
  const choose = screen.getByLabelText<HTMLInputElement>(/^Subir un video/)
  fireEvent.change(choose, { target: { files: [file] } })
  await expect.poll(() => vi.mocked(portadaOf).mock.calls.length).toBe(1)
  expect(busy).toEqual([true])
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar la subida' }))
  expect(busy).toEqual([true, false])
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(choose.disabled).toBe(false)

  // A second upload is under way when the first one's picture arrives: neither is disturbed
  vi.mocked(sendVideo).mockReturnValue(new Promise(() => {}))
  fireEvent.change(choose, { target: { files: [file] } })
  await expect.poll(() => busy).toEqual([true, false, true])
  picture.resolve({ portada_id: 'una', portada: '/imagenes/una-640.webp' })
  await picture.promise
  await new Promise((resolve) => setTimeout(resolve))
  expect([busy, taken]).toEqual([[true, false, true], []])
  expect(screen.getByRole('progressbar')).toBeTruthy()
})

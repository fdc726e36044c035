// @vitest-environment happy-dom
import type { RecepcionAnswer, Recibido } from '@imprimitodo/shared/api/recepciones'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { LOOK_MS, SubirPage } from './subir-page.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

type Callbacks = {
  signal: AbortSignal
  onProgress: (sent: number) => void
  onWaiting: (waiting: boolean) => void
  onBegun?: (id: string) => void
}
// Uploads use a library of their own: each test replaces it
const travel = vi.hoisted(() => ({ go: async (_: File, __: unknown): Promise<string> => 'S1' }))
vi.mock('../../api/upload/upload-in-parts.ts', () => ({
  uploadInParts: (_: unknown, file: File, callbacks: unknown) => travel.go(file, callbacks),
}))

const HERE = '/api/subir/el-token'
const recibido = (change: Partial<Recibido> = {}): Recibido => ({
  subida: 'S1',
  nombre: 'apunte.pdf',
  estado: 'listo',
  bytes: 8,
  llegado: 8,
  paginas: 19,
  problema: null,
  ...change,
})
let abierta: RecepcionAnswer
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
const user = userEvent.setup({ applyAccept: false })

beforeEach(() => {
  travel.go = async () => 'S1'
  abierta = {
    sucursal: 'Alberdi',
    quien: 'Nadia',
    retencion_dias: 7,
    archivos: [],
    vence: new Date(Date.now() + 14 * 60_000 - 5_000).toISOString(),
  }
  script = {
    [`GET ${HERE}`]: () => ({ status: 200, body: abierta }),
    [`POST ${HERE}`]: () => {
      abierta = { ...abierta, archivos: [recibido()] }
      return { status: 200, body: abierta }
    },
  }
  calls = fakeServer(script)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/subir/el-token']}>
        <Routes>
          <Route path="/subir/:token" element={<SubirPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it.each([
  [7, 'a los 7 días'],
  [1, 'al otro día'],
])('tells how long files are kept: %i days', async (retencion_dias, when) => {
  abierta = { ...abierta, retencion_dias }
  open()
  await screen.findByText(new RegExp(`Los archivos se borran ${when} de retirar\\.`))
})
const pick = async (...names: string[]) =>
  user.upload(
    await screen.findByLabelText('Elegir archivos'),
    names.map((name) => new File(['%PDF-1.7'], name, { type: 'application/pdf' })),
  )
const named = () => calls.filter(({ call }) => call === `POST ${HERE}`).map(({ body }) => body)

describe('files of a phone', () => {
  it('reach the counter once the server has read them; each is announced at most twice', async () => {
    travel.go = async (_, callbacks) => {
      ;(callbacks as Callbacks).onBegun?.('S1')
      return 'S1'
    }
    open()
    await screen.findByText('Nadia')
    screen.getByText('Este código vale 14 minutos más')
    screen.getByText('Todavía no mandaste nada.')
    await pick('apunte.pdf')
    await screen.findByText('Ya lo tiene Nadia · 19 páginas')
    screen.getByRole('heading', { name: 'Mandaste 1' })
    expect(named()).toEqual(Array(2).fill({ subida: 'S1', nombre: 'apunte.pdf' }))
  })

  it('are sent one after another, each with its progress', async () => {
    let arrive: (id: string) => void = () => {}
    travel.go = (_, callbacks) => {
      ;(callbacks as Callbacks).onProgress(5)
      return new Promise((resolve) => (arrive = resolve))
    }
    open()
    await pick('apunte.pdf', 'guia.pdf')
    await screen.findByText('Subiendo, 62 % de 8 Bytes')
    const bar = screen.getByRole('progressbar', { name: 'Subida de apunte.pdf' })
    expect(bar.getAttribute('aria-valuenow')).toBe('62')
    screen.getByText('Espera su turno')
    act(() => arrive('S1'))
    await screen.findByText('Ya lo tiene Nadia · 19 páginas')
    await screen.findByRole('progressbar', { name: 'Subida de guia.pdf' })
  })

  it('wait for the signal, and say so', async () => {
    let back: () => void = () => {}
    travel.go = (_, callbacks) => {
      const { onWaiting } = callbacks as Callbacks
      onWaiting(true)
      return new Promise((resolve) => {
        back = () => {
          onWaiting(false)
          resolve('S1')
        }
      })
    }
    open()
    await pick('apunte.pdf')
    await screen.findByText('Sin señal: sigue solo cuando vuelva')
    act(() => back())
    await screen.findByText('Ya lo tiene Nadia · 19 páginas')
  })

  it('that are empty are not sent, and say so', async () => {
    open()
    const input = await screen.findByLabelText('Elegir archivos')
    await user.upload(input, new File([], 'apunte.pdf', { type: 'application/pdf' }))
    await screen.findByText(
      '«apunte.pdf»: está vacío. Abrilo una vez para que se descargue, y elegilo de nuevo.',
    )
    expect(named()).toEqual([])
  })

  it('can be sent again with one tap after a failed upload, without a new choice', async () => {
    travel.go = async () => {
      throw new Error('Stalled')
    }
    open()
    await pick('apunte.pdf')
    await screen.findByText('Se cortó la señal y no terminó de subir.')
    travel.go = async () => 'S1'
    await user.click(screen.getByRole('button', { name: 'Mandarlo de nuevo apunte.pdf' }))
    await screen.findByText('Ya lo tiene Nadia · 19 páginas')
    expect(screen.queryByRole('button', { name: /^Mandarlo de nuevo/ })).toBeNull()
  })

  it('can be sent again with one tap after a server error', async () => {
    const take = script[`POST ${HERE}`]
    script[`POST ${HERE}`] = { status: 503, body: { detail: 'Está tardando más de lo normal.' } }
    open()
    await pick('apunte.pdf')
    await screen.findByText('Está tardando más de lo normal.')
    if (take) script[`POST ${HERE}`] = take
    await user.click(screen.getByRole('button', { name: 'Mandarlo de nuevo apunte.pdf' }))
    await screen.findByText('Ya lo tiene Nadia · 19 páginas')
  })

  it('show a refusal in their row in the server’s words, and the next one continues', async () => {
    const says = 'Ya mandaste 60 archivos, que es lo más que entra en una compra.'
    script[`POST ${HERE}`] = ({ body }) => {
      if ((body as { nombre: string }).nombre === 'otro.pdf') return { status: 409, body: { detail: says } }
      abierta = { ...abierta, archivos: [recibido()] }
      return { status: 200, body: abierta }
    }
    open()
    travel.go = async ({ name }) => (name === 'otro.pdf' ? 'S0' : 'S1')
    await pick('otro.pdf', 'tesis.docx', 'apunte.pdf')
    await screen.findByText(says)
    await screen.findByText('Ya lo tiene Nadia · 19 páginas')
    // A file that cannot be used is not uploaded
    screen.getByText('«tesis.docx» no es un PDF ni una foto. Guardalo como PDF y mandalo de nuevo.')
    expect(named()).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Quitar otro.pdf' }))
    expect(screen.queryByText(says)).toBeNull()
  })

  it('that cannot be printed can be replaced with one choice', async () => {
    abierta = {
      ...abierta,
      archivos: [
        recibido({ estado: 'rechazado', paginas: null, problema: 'Está protegido con contraseña.' }),
      ],
    }
    script[`DELETE ${HERE}/S1`] = () => {
      abierta = { ...abierta, archivos: [] }
      return { status: 200, body: abierta }
    }
    script[`POST ${HERE}`] = () => {
      abierta = { ...abierta, archivos: [recibido({ subida: 'S2', nombre: 'sano.pdf' })] }
      return { status: 200, body: abierta }
    }
    travel.go = async () => 'S2'
    open()
    await user.upload(
      await screen.findByLabelText('Cambiarlo apunte.pdf'),
      new File(['%PDF-1.7'], 'sano.pdf', { type: 'application/pdf' }),
    )
    await screen.findByText('Ya lo tiene Nadia · 19 páginas')
    screen.getByText('sano.pdf')
    expect(screen.queryByText('apunte.pdf')).toBeNull()
    expect(calls.filter(({ call }) => call === `DELETE ${HERE}/S1`)).toHaveLength(1)
  })

  it('that cannot be printed stay with the reason, and may be taken back', async () => {
    abierta = {
      ...abierta,
      archivos: [
        recibido({ estado: 'rechazado', paginas: null, problema: 'Está protegido con contraseña.' }),
        recibido({ subida: 'S2', nombre: 'a medias.pdf', estado: 'en_camino', llegado: 2, paginas: null }),
      ],
    }
    script[`DELETE ${HERE}/S1`] = () => {
      abierta = { ...abierta, archivos: abierta.archivos.filter(({ subida }) => subida !== 'S1') }
      return { status: 200, body: abierta }
    }
    open()
    const list = within(await screen.findByRole('list'))
    list.getByText('Está protegido con contraseña.')
    list.getByText('Llegó el 25 %. Si se cortó, mandalo de nuevo.')
    await user.click(screen.getByRole('button', { name: 'Quitar apunte.pdf' }))
    await screen.findByRole('heading', { name: 'Mandaste 1' })
  })
})

describe('a code', () => {
  it('that is over accepts no other file; uploads under way are finished', async () => {
    abierta = { ...abierta, vence: new Date(Date.now() - 1_000).toISOString() }
    open()
    await screen.findByText('Este código ya venció: lo que empezó a subir termina')
    expect(screen.getByLabelText<HTMLInputElement>('Elegir archivos').disabled).toBe(true)
    expect(screen.getByLabelText<HTMLInputElement>('Sacar una foto').disabled).toBe(true)
  })

  it('that ended with the sale says so as soon as a file is refused for it', async () => {
    const { setInterval } = globalThis
    vi.stubGlobal('setInterval', (act: () => void, ms: number) => ms < LOOK_MS && setInterval(act, ms))
    open()
    await screen.findByText('Este código vale 14 minutos más')
    const detail = 'Este código ya no vale. Pedile uno nuevo a quien te atiende.'
    const over = { status: 410, codigo: 'enlace_vencido' as const, body: { detail } }
    Object.assign(script, { [`POST ${HERE}`]: over, [`GET ${HERE}`]: over })
    await pick('tarde.pdf')
    await screen.findByRole('heading', { name: 'Acá no se puede mandar nada' })
    expect(screen.queryByText('Este código vale 14 minutos más')).toBeNull()
  })

  it.each([
    [410, 'Este código ya no vale. Pedile uno nuevo a quien te atiende.'],
    [404, 'Ese código no existe. Fijate en la pantalla del mostrador y escribilo de nuevo.'],
    [429, 'Demasiados intentos. Esperá unos minutos.'],
  ])('refused with %d is told in the server’s words, with nothing to press', async (status, detail) => {
    const codigo = status === 410 ? 'enlace_vencido' : undefined
    script[`GET ${HERE}`] = { status, codigo, body: { detail } }
    open()
    expect((await screen.findByRole('alert')).textContent).toBe(detail)
    screen.getByRole('heading', { name: 'Acá no se puede mandar nada' })
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('that is open stays open when others’ wrong codes are too many, and closes when its own is over', async () => {
    open()
    await screen.findByText('Todavía no mandaste nada.')
    const looks = vi.fn()
    const look = async (reply: Extract<(typeof script)[string], { status: number }>) => {
      script[`GET ${HERE}`] = () => {
        looks()
        return reply
      }
      looks.mockClear()
      window.dispatchEvent(new Event('visibilitychange'))
      await waitFor(() => expect(looks).toHaveBeenCalledOnce())
    }
    await look({ status: 429, codigo: 'limite', body: { detail: 'Demasiados intentos.' } })
    await look({ status: 429, codigo: 'limite', body: { detail: 'Demasiados intentos.' } })
    screen.getByText('Todavía no mandaste nada.')
    await look({ status: 410, codigo: 'enlace_vencido', body: { detail: 'Este código ya no vale.' } })
    await screen.findByRole('heading', { name: 'Acá no se puede mandar nada' })
  })

  it('that cannot be loaded is loaded again', async () => {
    script[`GET ${HERE}`] = { status: 500, body: {} }
    open()
    await screen.findByRole('heading', { name: 'No pudimos abrirlo' })
    script[`GET ${HERE}`] = { status: 200, body: abierta }
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    await screen.findByText('Todavía no mandaste nada.')
  })
})

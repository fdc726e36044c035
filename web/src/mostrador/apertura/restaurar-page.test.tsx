// @vitest-environment happy-dom
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { endSession, startSession } from '../session/session.ts'
import RestaurarPage from './restaurar-page.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const BASE = '/api/mostrador/instalacion'
const LOOK = `GET ${BASE}`
const ANNOUNCE = `POST ${BASE}/respaldo`
const PIECE = `PUT ${BASE}/respaldo/0`
const FIND = `POST ${BASE}/respaldos`
const RESTORE = `POST ${BASE}/restaurar`
const FOLLOW = `POST ${BASE}/restauracion`

const CODIGO = '0123-4567-89AB'
const CLAVE = 'f'.repeat(64)
const FILE = new File(['un respaldo'], 'tienda.respaldo')
const FASE = { fase: 'revisando', hecho: 1, total: 4, problema: null, subida: null }
const TAKEN = { status: 409, codigo: 'ya_instalada', body: { detail: 'Ya tiene dueño.' } } as const

let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let user: UserEvent

beforeEach(() => {
  script = {
    [LOOK]: { status: 200, body: { instalada: false, restaurando: false, abierta: false, pasos: [] } },
    [ANNOUNCE]: { status: 200, body: { recibidos: 0 } },
    [PIECE]: { status: 200, body: { recibidos: FILE.size } },
    [RESTORE]: { status: 200, body: FASE },
    [FOLLOW]: () => {
      script[LOOK] = { status: 200, body: { instalada: true, restaurando: false, abierta: true, pasos: [] } }
      return TAKEN
    },
  }
  calls = fakeServer(script)
  user = userEvent.setup()
})
afterEach(() => {
  cleanup()
  endSession()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open(hash = '') {
  render(
    <MemoryRouter initialEntries={[`/mostrador/restaurar${hash}`]}>
      <Routes>
        <Route path="/mostrador/restaurar" element={<RestaurarPage />} />
        <Route path="/mostrador/ingresar" element="el ingreso" />
        <Route path="/mostrador/dueno/para-abrir" element="la lista" />
      </Routes>
    </MemoryRouter>,
  )
}

const codigo = () => screen.getByLabelText<HTMLInputElement>('Código de la instalación')
const clave = () => screen.getByLabelText<HTMLInputElement>('Clave del respaldo')
const archivo = () => screen.getByLabelText<HTMLInputElement>(/^Elegir el archivo$|^Cambiar: /)
const button = (name: string) => screen.getByRole('button', { name })
const looking = () => button('Ver los que hay en el servidor')
const sent = (key: string) => calls.filter(({ call }) => call === key).map(({ body }) => body)

/** What describes a field as its problem, '' if it is fine. */
function problemOf(field: HTMLElement): string {
  if (field.getAttribute('aria-invalid') !== 'true') return ''
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  const told = ids
    .map((id) => document.getElementById(id))
    .find((one) => one?.getAttribute('role') === 'alert')
  return told?.textContent ?? ''
}
async function fill() {
  await user.type(codigo(), CODIGO)
  await user.type(clave(), CLAVE)
}

describe('who comes here', () => {
  it('goes on to the login where there is an owner', async () => {
    script[LOOK] = { status: 200, body: { instalada: true, restaurando: false, abierta: true, pasos: [] } }
    open()
    await screen.findByText('el ingreso')
  })

  it('goes on to the steps of opening where they are signed in', () => {
    startSession({ access: 'vale', id: 1, nombre: 'Ana', rol: 'dueno', sucursal: null })
    open()
    screen.getByText('la lista')
  })

  it('by the link of the server’s log has its code in the field, and keeps it on the way back', () => {
    open(`#${CODIGO}`)
    expect(codigo().value).toBe(CODIGO)
    const back = screen.getByRole('link', { name: 'No tengo respaldo: empezar de cero' })
    expect(back.getAttribute('href')).toBe(`/mostrador/instalar#${CODIGO}`)
  })
})

describe('a backup of this computer', () => {
  it('is restored by keyboard alone: Enter in a field sends it, and the heading then takes the focus', async () => {
    open()
    await user.click(codigo())
    await user.keyboard(`${CODIGO}{Tab}${CLAVE}{Tab}`)
    expect(document.activeElement).toBe(archivo())
    await user.upload(archivo(), FILE)
    screen.getByLabelText('Cambiar: tienda.respaldo')
    await user.type(clave(), '{Enter}')
    await screen.findByText(/tu tienda volvió entera/)
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Tengo un respaldo' }))
    expect(screen.getByRole('link', { name: 'Ingresar' }).getAttribute('href')).toBe('/mostrador/ingresar')
    expect(sent(ANNOUNCE)).toMatchObject([{ codigo: CODIGO, nombre: FILE.name, bytes: FILE.size }])
    expect(sent(RESTORE)).toEqual([
      { codigo: CODIGO, clave: CLAVE, lugar: 'subido', nombre: 'tienda.respaldo' },
    ])
  })

  it('is sent once by a double press, and meanwhile nothing can be changed', async () => {
    let answer = () => {}
    script[ANNOUNCE] = () =>
      new Promise((resolve) => {
        answer = () => resolve({ status: 200, body: { recibidos: 0 } })
      })
    open()
    await fill()
    await user.upload(archivo(), FILE)
    await user.dblClick(button('Restaurar'))
    await user.type(clave(), '{Enter}')
    expect(button('Restaurando…').getAttribute('aria-disabled')).toBe('true')
    expect([codigo().readOnly, clave().readOnly, archivo().disabled]).toEqual([true, true, true])
    expect(screen.queryByRole('link', { name: /empezar de cero/ })).toBeNull()
    screen.getByRole('progressbar', { name: 'Subiendo el archivo' })
    await waitFor(() => expect(sent(ANNOUNCE)).toHaveLength(1))
    await act(async () => answer())
    await screen.findByText(/tu tienda volvió entera/)
    expect([sent(ANNOUNCE).length, sent(RESTORE).length]).toEqual([1, 1])
  })

  it('goes on by itself once there is a signal again, and says so', async () => {
    vi.useFakeTimers()
    script[ANNOUNCE] = 'cut'
    open(`#${CODIGO}`)
    fireEvent.change(clave(), { target: { value: CLAVE } })
    fireEvent.change(archivo(), { target: { files: [FILE] } })
    fireEvent.click(button('Restaurar'))
    await act(async () => void (await vi.advanceTimersByTimeAsync(0)))
    const told = screen.getByText('Se cortó la conexión. Sigue solo, desde donde quedó, cuando vuelva.')
    expect(told.closest('[aria-live=polite]')).not.toBeNull()
    script[ANNOUNCE] = { status: 200, body: { recibidos: 0 } }
    await act(async () => void (await vi.advanceTimersByTimeAsync(10_000)))
    screen.getByText(/tu tienda volvió entera/)
  })

  it('shows how far the server is', async () => {
    vi.useFakeTimers()
    script[FOLLOW] = { status: 200, body: FASE }
    open(`#${CODIGO}`)
    fireEvent.change(clave(), { target: { value: CLAVE } })
    fireEvent.change(archivo(), { target: { files: [FILE] } })
    fireEvent.click(button('Restaurar'))
    await act(async () => void (await vi.advanceTimersByTimeAsync(0)))
    const bar = screen.getByRole('progressbar', { name: 'Revisando que esté entero' })
    expect(bar.getAttribute('aria-valuenow')).toBe('25')
    script[FOLLOW] = { status: 200, body: { ...FASE, fase: 'reiniciando' } }
    await act(async () => void (await vi.advanceTimersByTimeAsync(2_000)))
    screen.getByText(/El servidor empieza de nuevo con tu tienda/)
  })
})

describe('what is wrong', () => {
  it('is shown at its part of the form, the first takes the focus, and nothing is sent', async () => {
    open()
    await user.click(button('Restaurar'))
    expect([codigo(), clave(), archivo()].map(problemOf)).toEqual([
      'Escribí el código.',
      expect.stringMatching(/^La clave son 64 letras/),
      'Elegí un respaldo.',
    ])
    expect(document.activeElement).toBe(codigo())
    await fill()
    await user.click(button('Restaurar'))
    expect([codigo(), clave(), archivo()].map(problemOf)).toEqual(['', '', 'Elegí un respaldo.'])
    expect(document.activeElement).toBe(archivo())
    await user.upload(archivo(), FILE)
    expect(problemOf(archivo())).toBe('')
    expect([sent(ANNOUNCE), sent(RESTORE)]).toEqual([[], []])
  })

  it.each([
    ['codigo', codigo],
    ['clave', clave],
    ['nombre', archivo],
  ])('as the server says of its %s, takes the focus there, and the rest stays', async (name, field) => {
    script[RESTORE] = { status: 400, body: { [name]: ['Eso no va.'] } }
    open()
    await fill()
    await user.upload(archivo(), FILE)
    await user.click(button('Restaurar'))
    await waitFor(() => expect(problemOf(field())).toBe('Eso no va.'))
    expect(document.activeElement).toBe(field())
    expect([codigo().value, clave().value]).toEqual([CODIGO, CLAVE])
    screen.getByLabelText('Cambiar: tienda.respaldo')
    script[RESTORE] = { status: 200, body: FASE }
    await user.click(button('Restaurar'))
    await screen.findByText(/tu tienda volvió entera/)
  })

  it.each([
    ['limite', { status: 429, body: { detail: 'Esperá un minuto.' } }, 'Esperá un minuto.'],
    [
      'conflicto',
      { status: 409, body: { detail: 'Ya se está restaurando otro.' } },
      'Ya se está restaurando otro.',
    ],
    ['sin_lugar', { status: 507, body: { detail: 'No hay lugar.' } }, 'No hay lugar.'],
    ['error', { status: 500 }, 'No se pudo restaurar.'],
  ] as const)('with no field is told above the button, which works again: %s', async (_, answer, text) => {
    script[RESTORE] = answer
    open()
    await fill()
    await user.upload(archivo(), FILE)
    await user.click(button('Restaurar'))
    const told = await screen.findByRole('alert')
    expect(told.textContent).toBe(`${text} La instalación sigue vacía, como estaba.`)
    expect(document.activeElement).toBe(button('Restaurar'))
    script[RESTORE] = { status: 200, body: FASE }
    await user.keyboard('{Enter}')
    await screen.findByText(/tu tienda volvió entera/)
    expect(sent(RESTORE)).toHaveLength(2)
  })

  it('with the work itself, once it has begun, is told too, and it may be tried again', async () => {
    script[FOLLOW] = { status: 200, body: { ...FASE, problema: 'Esa clave no abre este respaldo.' } }
    open()
    await fill()
    await user.upload(archivo(), FILE)
    await user.click(button('Restaurar'))
    expect((await screen.findByRole('alert')).textContent).toContain('Esa clave no abre este respaldo.')
    expect([codigo().readOnly, clave().value]).toEqual([false, CLAVE])
    script[FOLLOW] = TAKEN
    script[LOOK] = { status: 200, body: { instalada: true, restaurando: false } }
    await user.click(button('Restaurar'))
    await screen.findByText(/tu tienda volvió entera/)
  })
})

describe('the backups of the server', () => {
  const RESPALDO = { nombre: 'a.respaldo', cuando: '2026-11-20T06:00:00.000Z', bytes: 2_500_000 }
  const lugares = (...all: object[]) => ({ status: 200, body: { lugares: all } })
  const AQUI = { lugar: 'servidor', nombre: 'Este servidor', respaldos: [RESPALDO], problema: null }
  const FALLA = { lugar: 'copia', nombre: 'El disco', respaldos: [], problema: 'No está conectado.' }

  it('are told apart by their sizes, in kB, MB or GB', async () => {
    const of = (bytes: number) => ({ ...RESPALDO, nombre: `${bytes}.respaldo`, bytes })
    script[FIND] = lugares({ ...AQUI, respaldos: [12_300, 2_500_000, 12_345_678_901].map(of) })
    open()
    await fill()
    await user.click(looking())
    const shown = await screen.findAllByRole('radio')
    const size = (radio: HTMLElement) => / ([\d,]+ .B)/.exec(radio.closest('label')?.textContent ?? '')?.[1]
    expect(shown.map(size)).toEqual(['13 kB', '2,5 MB', '12,3 GB'])
  })

  it('are found by keyboard, and the chosen one is restored; the focus stays on its way', async () => {
    script[FIND] = lugares(AQUI)
    open()
    await fill()
    await user.tab()
    await user.tab()
    expect(document.activeElement).toBe(looking())
    await user.keyboard('{Enter}')
    const card = await screen.findByRole('radio', { name: /2,5 MB$/ })
    expect(document.activeElement).toBe(looking())
    await user.tab()
    expect(document.activeElement).toBe(card)
    await user.keyboard(' ')
    expect(card).toHaveProperty('checked', true)
    await user.click(button('Restaurar'))
    await screen.findByText(/tu tienda volvió entera/)
    expect(sent(FIND)).toEqual([{ codigo: CODIGO }])
    expect(sent(RESTORE)).toEqual([{ codigo: CODIGO, clave: CLAVE, lugar: 'servidor', nombre: 'a.respaldo' }])
    expect(sent(ANNOUNCE)).toEqual([])
  })

  it('give way to a file that is chosen after one of them', async () => {
    script[FIND] = lugares(AQUI)
    open()
    await user.click(looking())
    await user.click(await screen.findByRole('radio'))
    await user.upload(archivo(), FILE)
    expect(screen.getByRole('radio')).toHaveProperty('checked', false)
  })

  it('need the code: what is wrong with it is shown there, and takes the focus', async () => {
    script[FIND] = { status: 400, body: { codigo: ['Ese código no es el de esta instalación.'] } }
    open()
    await user.click(looking())
    await waitFor(() => expect(problemOf(codigo())).toBe('Ese código no es el de esta instalación.'))
    expect(document.activeElement).toBe(codigo())
  })

  it.each([
    ['no signal', 'cut', 'No hay conexión con el servidor.'],
    ['too many tries', { status: 429, body: { detail: 'Esperá un minuto.' } }, 'Esperá un minuto.'],
  ] as const)('are asked for again after %s, once for each press', async (_, answer, text) => {
    script[FIND] = answer
    open()
    await user.click(looking())
    expect((await screen.findByRole('alert')).textContent).toContain(text)
    let found = () => {}
    script[FIND] = () =>
      new Promise((resolve) => {
        found = () => resolve(lugares(AQUI))
      })
    await user.keyboard('{Enter}')
    await user.keyboard('{Enter}')
    expect(button('Buscando…').getAttribute('aria-disabled')).toBe('true')
    expect(screen.queryByRole('alert')).toBeNull()
    await waitFor(() => expect(sent(FIND)).toHaveLength(2))
    await act(async () => found())
    await screen.findByRole('radio')
    expect(sent(FIND)).toHaveLength(2)
  })

  it('that could not be read say why, and can be looked for again', async () => {
    script[FIND] = lugares(FALLA)
    open()
    await user.click(looking())
    expect((await screen.findByRole('alert')).textContent).toBe('El disco: No está conectado.')
    script[FIND] = lugares({ ...FALLA, respaldos: [RESPALDO], problema: null })
    await user.click(looking())
    await screen.findByText('En la copia')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('that are not found any more are not restored', async () => {
    script[FIND] = lugares(AQUI)
    open()
    await fill()
    await user.click(looking())
    await user.click(await screen.findByRole('radio'))
    script[FIND] = lugares({ ...AQUI, respaldos: [], problema: 'No se pudo leer.' })
    await user.click(looking())
    await screen.findByText('Este servidor: No se pudo leer.')
    await user.click(button('Restaurar'))
    await screen.findByText(/^Elegí/)
    expect(sent(RESTORE)).toEqual([])
  })

  it('are not looked for while one is restored, and the chosen one keeps the focus', async () => {
    script[FIND] = lugares(AQUI)
    script[RESTORE] = () => new Promise(() => {})
    open()
    await fill()
    await user.click(looking())
    await user.click(await screen.findByRole('radio'))
    await user.keyboard('{Enter}')
    await screen.findByRole('button', { name: 'Restaurando…' })
    expect(document.activeElement).toBe(screen.getByRole('radio'))
    expect(looking().getAttribute('aria-disabled')).toBe('true')
    await user.click(looking())
    expect(sent(FIND)).toHaveLength(1)
  })

  it('are not told once a restoration began while they were looked for', async () => {
    let found = () => {}
    script[FIND] = () =>
      new Promise((resolve) => {
        found = () => resolve({ status: 500 })
      })
    script[RESTORE] = () => new Promise(() => {})
    open()
    await fill()
    await user.upload(archivo(), FILE)
    await user.click(looking())
    await user.click(button('Restaurar'))
    await screen.findByRole('button', { name: 'Restaurando…' })
    await act(async () => found())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('may be none', async () => {
    script[FIND] = lugares({ ...AQUI, respaldos: [] })
    open()
    await user.click(looking())
    await waitFor(() =>
      expect(screen.getByRole('status').textContent).toBe('En el servidor no hay ningún respaldo.'),
    )
  })
})

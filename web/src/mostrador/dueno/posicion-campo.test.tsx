// @vitest-environment happy-dom
import type { Point } from '@imprimitodo/shared/rules/compra/entrega'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PosicionCampo } from './posicion-campo.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const sent: unknown[] = []
let answer: () => Response
let teselas: string | null = null

beforeEach(() => {
  sent.length = 0
  teselas = null
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    if (!address.endsWith('/ubicar')) return Response.json({ api_fidelizacion: '', mapa_teselas: teselas })
    sent.push(JSON.parse(String(body)))
    return answer()
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Screen({ first, direccion }: { first: Point | null; direccion: string }) {
  const [punto, setPunto] = useState(first)
  return (
    <PosicionCampo
      direccion={direccion}
      punto={punto}
      onChange={setPunto}
      centro={null}
      problem={undefined}
    />
  )
}
const open = (first: Point | null = null, direccion = 'Mitre 350') =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Screen first={first} direccion={direccion} />
    </QueryClientProvider>,
  )
const user = userEvent.setup()
const search = () => user.click(screen.getByRole('button', { name: 'Buscar la dirección' }))
const said = () => screen.getAllByRole('status')[0]?.textContent?.trim()
const AT = { lat: -27.5861, lng: -65.6197 }

describe('where a branch is', () => {
  it.each([
    ['puerta', 'La encontramos en el mapa.'],
    ['calle', 'Encontramos la calle, no la puerta: mové el pin hasta el local.'],
    ['localidad', 'Encontramos la localidad, no la calle: mové el pin hasta el local.'],
  ])('is found by its address, and says how well: %s', async (precision, text) => {
    answer = () => Response.json({ direccion: 'Mitre 350, Alberdi', ...AT, precision })
    open()
    expect(said()).toBe('Todavía no tiene pin: desde acá no se hacen envíos.')
    await search()
    await waitFor(() => expect(said()).toBe(`${text} Está en 27,58610° sur, 65,61970° oeste.`))
    expect(sent).toEqual([{ direccion: 'Mitre 350' }])
  })

  it('has no field for coordinates; its pin is moved with buttons and arrow keys, also without map tiles', async () => {
    open(AT)
    await user.click(await screen.findByRole('button', { name: 'Pin al norte' }))
    await waitFor(() => expect(said()).toMatch(/^Está en 27,58\d+° sur, 65,61970° oeste[.]$/))
    const north = said()
    const pin = screen.getByRole('button', { name: 'La sucursal: movela con las flechas del teclado' })
    pin.focus()
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(said()).not.toBe(north))
    expect(document.activeElement).toBe(pin)
    screen.getByText('Esquema, no es un mapa')
    screen.getByText(/Sin imágenes del mapa se ve un esquema/)
    expect(screen.queryAllByRole('textbox')).toEqual([])
  })

  it('can be set without searching, and removed', async () => {
    open()
    expect(screen.queryByRole('button', { name: 'Sacar el pin' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Pin al sur' }))
    await waitFor(() => expect(said()).toMatch(/^Está en /))
    await user.click(screen.getByRole('button', { name: 'Sacar el pin' }))
    expect(said()).toMatch(/Todavía no tiene pin: desde acá no se hacen envíos[.]$/)
  })

  it('warns if the address was changed but not the pin, until it is searched for or moved', async () => {
    const WARNING = /Cambiaste la dirección y el pin sigue donde estaba/
    answer = () => Response.json({ direccion: 'Belgrano 1', ...AT, precision: 'puerta' })
    const client = new QueryClient()
    const screenOf = (direccion: string) => (
      <QueryClientProvider client={client}>
        <Screen first={AT} direccion={direccion} />
      </QueryClientProvider>
    )
    const { rerender } = render(screenOf('Mitre 350'))
    expect(screen.queryByText(WARNING)).toBeNull()
    rerender(screenOf('Belgrano 1'))
    screen.getByText(WARNING)
    await search()
    await waitFor(() => expect(screen.queryByText(WARNING)).toBeNull())
    rerender(screenOf('Belgrano 100'))
    screen.getByText(WARNING)
    await user.click(await screen.findByRole('button', { name: 'Pin al este' }))
    await waitFor(() => expect(screen.queryByText(WARNING)).toBeNull())
  })

  it('an address not found, or a lost network, is reported; the pin stays where it was', async () => {
    open(AT)
    const before = said()
    answer = () => Response.json({ direccion: ['No encontramos esa dirección.'] }, { status: 400 })
    await search()
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain('No encontramos esa dirección.'),
    )
    answer = () => {
      throw new TypeError('network')
    }
    await search()
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('No hay conexión'))
    expect(said()).toBe(before)
    expect(sent).toEqual([
      { direccion: 'Mitre 350', ...AT },
      { direccion: 'Mitre 350', ...AT },
    ])
  })
})

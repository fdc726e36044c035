// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { fakeServer } from '../api/testing.ts'
import { MostradorRouter } from './router.tsx'
import { endSession, startSession } from './session/session.ts'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

// Without the stream of events: nothing changes during a test
vi.mock('./live/live.tsx', async (original) => ({
  ...(await original<object>()),
  LiveProvider: ({ children }: { children: unknown }) => children,
  usePolling: () => false,
}))

afterEach(() => {
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

const WHO = {
  'of a branch': { rol: 'operador', sucursal: 'Alberdi' },
  'of all branches': { rol: 'operador', sucursal: null },
  'the owner': { rol: 'dueno', sucursal: null },
} as const
type Who = keyof typeof WHO

/** Opens the address as that person; the server's lists are empty. */
async function open(path: string, who: Who): Promise<string> {
  fakeServer({})
  startSession({ access: 'vale', id: 1, nombre: 'Nadia', ...WHO[who] })
  window.history.pushState(null, '', `/mostrador${path}`)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MostradorRouter />
    </QueryClientProvider>,
  )
  const heading = await screen.findByRole('heading', { level: 1 })
  return heading.textContent ?? ''
}

const NOT_THEIRS = 'Esta página no es para tu rol'
const OWNERS = [
  '/ajustes',
  '/proveedores',
  '/dueno',
  '/dueno/catalogo',
  '/dueno/premios',
  '/dueno/sucursales',
  '/dueno/negocio',
  '/dueno/personas',
  '/dueno/clientes',
  '/dueno/clientes/1',
  '/dueno/cambios',
  '/dueno/seguridad',
]
const OF_ALL_BRANCHES = ['/comprobantes', '/arrepentimientos']
const EVERYBODYS = ['', '/nuevo', '/escanear', '/ventas', '/impresoras', '/reportes', '/salud', '/cuenta']

it.each(['/nada', '/pedidos', '/recuperar/a/b', '/dueno/nada', '/cuentas-corrientes/1/2'])(
  '%s is no page, which it says',
  async (path) => {
    expect(await open(path, 'the owner')).toBe('Esa página no existe')
  },
)

describe('a screen of the counter', () => {
  it.each([
    ...OWNERS.flatMap((path) => [[path, 'of a branch'] as const, [path, 'of all branches'] as const]),
    ...OF_ALL_BRANCHES.map((path) => [path, 'of a branch'] as const),
  ])(
    '%s is not for a person %s: it says whose it is, and has no button that does nothing',
    async (path, who) => {
      expect(await open(path, who)).toBe(NOT_THEIRS)
      const main = screen.getByRole('main')
      expect(main.querySelectorAll('button, input, select')).toHaveLength(0)
      expect(screen.getByRole('link', { name: 'Ir a los pedidos' }).getAttribute('href')).toBe('/mostrador')
    },
  )

  it.each([
    ...EVERYBODYS.flatMap((path) => [[path, 'of a branch'] as const, [path, 'the owner'] as const]),
    ...OF_ALL_BRANCHES.flatMap((path) => [[path, 'of all branches'] as const, [path, 'the owner'] as const]),
    ...OWNERS.map((path) => [path, 'the owner'] as const),
  ])('%s is shown to a person %s', async (path, who) => {
    expect(await open(path, who)).not.toBe(NOT_THEIRS)
  })

  it('of the owner is marked in the navigation, as a part of Negocio', async () => {
    await open('/dueno/personas', 'the owner')
    const [bar] = screen.getAllByRole('link', { name: 'Negocio' })
    expect(bar?.getAttribute('aria-current')).toBe('true')
    const here = screen.getByRole('navigation', { name: 'Negocio' }).querySelectorAll('[aria-current]')
    expect([...here].map(({ textContent }) => textContent)).toEqual(['Personas'])
  })
})

// @vitest-environment happy-dom
import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'
import { act, cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { PEDIDO_KEY } from '../../api/queries.ts'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { setContacto, startOver } from '../carrito/carrito.ts'
import { ACCOUNT, borradorOf, LUCIA, openPaso3, payOf, SHOP, whyBlocked } from './testing.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

// Files are neither read nor sent here
vi.mock('../lectura/read.ts', () => ({ readPdf: () => {} }))
vi.mock('../../api/upload/upload-in-parts.ts', () => ({ uploadInParts: () => new Promise(() => {}) }))

const APPLY = 'POST /api/puntos/canjear-impresion/'
const REMOVE = 'POST /api/puntos/quitar-impresion/'
const CODE = '9XR2-C4VN-60KE'

/** The codes that the order has, as the server knows. */
let held: string[]
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let user: UserEvent

const told = () => {
  const { importe_final, codigos } = borradorOf(held)
  return { status: 200, body: { importe_final, codigos, descuento: 100 } }
}
beforeEach(() => {
  held = []
  script = {
    ...SHOP,
    'GET /api/pedidos/P1': () => ({ status: 200, body: borradorOf(held) }),
    [APPLY]: ({ body }) => {
      held = [...new Set([...held, Object(body).codigo])]
      return told()
    },
    [REMOVE]: ({ body }) => {
      held = held.filter((one) => one !== Object(body).codigo)
      return told()
    },
  }
  calls = fakeServer(script)
  user = userEvent.setup()
})
afterEach(() => {
  cleanup()
  startOver()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const asked = () => calls.filter(({ call }) => call === APPLY).map(({ body }) => body)
const field = () => screen.findByLabelText<HTMLInputElement>('Tengo un código')
const section = () => screen.getByRole('region', { name: 'Códigos de descuento' })
const problem = () =>
  within(section())
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
async function enter(text: string): Promise<void> {
  await user.type(await field(), `${text}{Enter}`)
}

describe('a code that is typed', () => {
  it('is taken however it is written, lowers the total, and says what it covers', async () => {
    openPaso3()
    await payOf('900,00')
    await enter('9xr2 c4vn 6oke')
    await payOf('800,00')
    expect(asked()).toEqual([{ codigo: CODE, email: 'lucia@gmail.com', pedido_id: 'P1' }])
    within(section()).getByText(`Cubre una hoja de ${CODE}.`)
    await waitFor(async () => expect((await field()).value).toBe(''))
  })

  it('is found in the message that it is pasted with', async () => {
    openPaso3()
    await user.click(await field())
    await user.paste(`Tu cupón de ImprimiTodo es ${CODE.toLowerCase()}, vence hoy a las 23:59`)
    expect((await field()).value).toBe(CODE)
  })

  it('whose refusal is shown is forgotten with the first letter of another one', async () => {
    script[APPLY] = { status: 400, body: { errores: ['Ese código no existe.'] } }
    openPaso3()
    await payOf('900,00')
    await enter('AAAA-AAAA-AAAA')
    await waitFor(() => expect(problem()).toEqual(['Ese código no existe.']))
    await user.type(await field(), 'B')
    expect(problem()).toEqual([])
  })

  it('that takes nothing off, since another one covers its sheets, says so and shows no amount', async () => {
    const OTHER = 'K7M2-XQ9D-4RTB'
    held = [CODE]
    const unused = ['Las hojas que podía cubrir ya las cubre otro código.']
    script['GET /api/pedidos/P1'] = () => {
      const { codigos, ...order } = borradorOf(held)
      const zero = (uso: (typeof codigos)[number]) => ({ ...uso, descuento: 0, cubiertas: 0, reglas: unused })
      const all = codigos.map((uso) => (uso.codigo === OTHER ? zero(uso) : uso))
      return { status: 200, body: { ...order, codigos: all, importe_final: 800, final_impresion: 800 } }
    }
    script[APPLY] = ({ body }) => {
      held = [...new Set([...held, Object(body).codigo])]
      const { body: order } = Object(script['GET /api/pedidos/P1'])()
      return { status: 200, body: { importe_final: 800, codigos: order.codigos, descuento: 0 } }
    }
    openPaso3()
    await payOf('800,00')
    await enter(OTHER)
    await within(section()).findByText('Las hojas que podía cubrir ya las cubre otro código.')
    within(section()).getByText(`Cubre una hoja de ${CODE}.`)
    const amounts = within(section())
      .getAllByText(/^−/)
      .map(({ textContent }) => textContent)
    expect(amounts).toEqual([expect.stringMatching(/^−\$\s100,00$/)])
    await payOf('800,00')
  })

  it('for an order to which the counter added something: the receipt adds up, with what the code takes off', async () => {
    const added = { estado: 'confirmado', total_otros: 250, descuento_mano: 50 } as const
    script['GET /api/pedidos/P1'] = { status: 200, body: borradorOf([], { ...added, importe_final: 1100 }) }
    script[APPLY] = { status: 200, body: { importe_final: 1000, codigos: [], descuento: 100 } }
    openPaso3()
    await payOf('1.100,00')
    await enter(CODE)
    await payOf('1.000,00')
    const receipt = within(screen.getByRole('region', { name: 'Resumen del pedido' }))
    const rows = receipt.getAllByRole('term').map((term) => term.parentElement?.textContent)
    expect(rows.slice(0, 5)).toEqual([
      'Impresión$ 900,00',
      'Anillado$ 0,00',
      'Productos y servicios$ 250,00',
      'Descuentos−$ 150,00',
      'Total a pagar$ 1.000,00',
    ])
  })

  it('is taken out again, and the focus stays where codes are', async () => {
    openPaso3()
    await payOf('900,00')
    await enter(CODE)
    await payOf('800,00')
    const remove = await screen.findByRole('button', { name: 'Quitar' })
    remove.focus()
    await user.keyboard('{Enter}')
    await payOf('900,00')
    await waitFor(() => expect(screen.queryByText(CODE)).toBeNull())
    await waitFor(() => expect(section().contains(document.activeElement)).toBe(true))
  })

  it('typed and applied, the focus is not called back from where it goes afterwards', async () => {
    openPaso3()
    await payOf('900,00')
    const typed = await field()
    typed.focus()
    await user.keyboard(`${CODE}{Enter}`)
    await payOf('800,00')
    // While the focus moves on, none is set, and leaving a field may draw the page again
    typed.blur()
    act(() => setContacto({ nombre: 'Ana' }))
    expect(document.activeElement).toBe(document.body)
  })

  it.each(['', 'HOLA', '9XR2-C4VN'])(
    '%j is no code: told at the field, and nothing is asked',
    async (text) => {
      openPaso3()
      await payOf('900,00')
      await enter(text)
      expect(problem()).toEqual([
        'Ese código no está bien escrito: son 12 letras y números, como 9XR2-C4VN-60KE.',
      ])
      expect((await field()).getAttribute('aria-invalid')).toBe('true')
      await user.keyboard('X')
      expect(problem()).toEqual([])
      expect(asked()).toEqual([])
    },
  )

  it('wants an e-mail first, and leads to it', async () => {
    openPaso3({ ...LUCIA, email: '' })
    await payOf('900,00')
    await enter(CODE)
    expect(problem()).toEqual(['Escribí tu e-mail antes de aplicar un código.'])
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
    expect(asked()).toEqual([])
    expect((await field()).value).toBe(CODE)
  })

  it('is not spent on an order that costs nothing any more', async () => {
    held = Array.from({ length: 9 }, (_, at) => `CODE-${at}`)
    openPaso3()
    await screen.findByRole('button', { name: /es gratis$/ })
    await waitFor(async () => expect(await whyBlocked()).toBeNull())
    const before = asked().length
    await enter(CODE)
    expect(problem()).toEqual(['El total ya es $ 0,00: no hay nada que descontar.'])
    expect(asked()).toHaveLength(before)
  })

  it.each([
    [
      'unknown',
      { status: 400, codigo: 'codigo_ajeno', body: { errores: ['Ese código no existe o no es tuyo.'] } },
      'Ese código no existe o no es tuyo.',
    ],
    [
      'another’s',
      { status: 400, codigo: 'codigo_ajeno', body: { errores: ['El cupón es de otro e-mail.'] } },
      'El cupón es de otro e-mail.',
    ],
    [
      'used',
      { status: 409, codigo: 'codigo_usado', body: { detail: 'Ese código ya se usó.' } },
      'Ese código ya se usó.',
    ],
    [
      'expired',
      { status: 400, codigo: 'codigo_vencido', body: { errores: ['Ese código venció ayer.'] } },
      'Ese código venció ayer.',
    ],
    ['one guess too many', { status: 429, body: { detail: 'Esperá 10 minutos.' } }, 'Esperá 10 minutos.'],
    ['asked of a server that fails', { status: 500, body: {} }, 'No se pudo aplicar el canje.'],
    ['asked without network', 'cut', 'No se pudo aplicar el canje.'],
  ] as const)('that is %s is refused in words, and changes nothing', async (_, answer, text) => {
    script[APPLY] = answer
    openPaso3()
    await payOf('900,00')
    await enter(CODE)
    await waitFor(() => expect(problem()).toEqual([text]))
    await payOf('900,00')
    expect((await field()).value).toBe(CODE)
    await waitFor(async () => expect(await whyBlocked()).toBeNull())
  })

  it('is asked for once however often it is sent, and Pay waits for the answer', async () => {
    let answer = () => {}
    script[APPLY] = () =>
      new Promise((resolve) => {
        answer = () => {
          held = [CODE]
          resolve(told())
        }
      })
    openPaso3()
    await payOf('900,00')
    await enter(CODE)
    await user.keyboard('{Enter}')
    await waitFor(async () => expect(await whyBlocked()).toBe('Esperá a que terminemos con tus códigos.'))
    expect(screen.getByRole('button', { name: 'Aplicando…' }).getAttribute('aria-disabled')).toBe('true')
    answer()
    await payOf('800,00')
    expect(asked()).toHaveLength(1)
  })
})

it('both codes taken out of an order with a payment link: it can be paid at the price without them', async () => {
  const OTHER = 'K7M2-XQ9D-4RTB'
  held = [CODE, OTHER]
  const order = (codigos: readonly string[]) => borradorOf(codigos, { estado: 'confirmado' })
  script['GET /api/pedidos/P1'] = () => ({ status: 200, body: order(held) })
  // The server keeps both until there is a link without them
  script[REMOVE] = ({ body }) => {
    const { importe_final, codigos } = order(held.filter((one) => one !== Object(body).codigo))
    return { status: 200, body: { importe_final, codigos } }
  }
  script['POST /api/completar_compra'] = ({ body }) => {
    held = Object(body).codigosAplicados
    const { pedido_id, importe_final, estado } = order(held)
    return { status: 200, body: { pedido_id, importe_final, estado } }
  }
  script['POST /api/crear-preferencia'] = { status: 200, body: { init_point: 'https://pagar.example/1' } }
  const goneTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  onTestFinished(() => goneTo.mockRestore())
  const { queries } = openPaso3()
  await payOf('700,00')
  for (const left of [1, 0]) {
    const [remove] = await screen.findAllByRole('button', { name: 'Quitar' })
    if (remove) await user.click(remove)
    await waitFor(() => expect(screen.queryAllByRole('button', { name: 'Quitar' })).toHaveLength(left))
    // As when another tab logs out, or the page comes back from the browser's cache
    await act(() => queries.resetQueries({ queryKey: PEDIDO_KEY }))
    expect(await screen.findAllByText(/^Total/)).not.toHaveLength(0)
    expect(screen.queryAllByRole('button', { name: 'Quitar' })).toHaveLength(left)
  }
  await waitFor(async () => expect(await whyBlocked()).toBeNull())
  await user.click(await payOf('800,00'))
  await screen.findByText(/^El total cambió de \$\s800,00 a \$\s900,00\./)
  await waitFor(async () => expect(await whyBlocked()).toBeNull())
  await user.click(await payOf('900,00'))
  await waitFor(() => expect(goneTo).toHaveBeenCalledWith('https://pagar.example/1'))
})

describe('the codes of an account', () => {
  beforeEach(() => {
    sessionStorage.setItem('access', 'vale')
    Object.assign(script, ACCOUNT)
    script['GET /api/codigos-canje/pendientes/'] = () => ({
      status: 200,
      body: held.includes(CODE)
        ? []
        : [{ codigo: CODE, cantidad: 10, vence: '2030-01-01T12:00:00.000Z', producto: null }],
    })
  })

  it('are on offer, are applied with one press, and leave the list', async () => {
    openPaso3()
    const apply = await screen.findByRole('button', { name: 'Aplicar' })
    within(section()).getByRole('heading', { name: '10 hojas gratis' })
    apply.focus()
    await user.keyboard('{Enter}')
    await payOf('800,00')
    await waitFor(() => expect(screen.queryByRole('heading', { name: '10 hojas gratis' })).toBeNull())
    within(section()).getByText(`Cubre una hoja de ${CODE}.`)
    await waitFor(() => expect(section().contains(document.activeElement)).toBe(true))
  })

  it('come before Pay, which is below them and must not move; without an answer it is there, too', async () => {
    let answer = () => {}
    script['GET /api/codigos-canje/pendientes/'] = () =>
      new Promise((resolve) => {
        answer = () => resolve({ status: 503, body: {} })
      })
    openPaso3()
    await screen.findByRole('heading', { name: 'Códigos de descuento' })
    await waitFor(() => expect(calls.some(({ call }) => call.includes('pendientes'))).toBe(true))
    expect(screen.queryByRole('button', { name: /^Pagar/ })).toBeNull()
    answer()
    await payOf('900,00')
  })

  it('that are refused stay on offer', async () => {
    script[APPLY] = { status: 409, codigo: 'codigo_reservado', body: { detail: 'Está en otro pedido tuyo.' } }
    openPaso3()
    await user.click(await screen.findByRole('button', { name: 'Aplicar' }))
    await waitFor(() => expect(problem()).toEqual(['Está en otro pedido tuyo.']))
    await screen.findByRole('button', { name: 'Aplicar' })
  })
})

describe('with another e-mail', () => {
  async function refusedAs(codigo: Rechazo | null): Promise<void> {
    held = [CODE]
    script[APPLY] = ({ body }) =>
      Object(body).email === LUCIA.email
        ? told()
        : { status: 400, codigo, body: { errores: ['Ese código no es tuyo.'] } }
    openPaso3()
    await payOf('800,00')
    const email = screen.getByLabelText('E-mail')
    await user.clear(email)
    await user.type(email, 'otra@example.com{Tab}')
  }

  it('codes of another customer are removed from the order, with the reason', async () => {
    await refusedAs('codigo_ajeno')
    await payOf('900,00')
    await waitFor(() =>
      expect(problem()).toEqual([
        `${CODE}: Ese código no es tuyo. Si es de tu cuenta, ingresá y aplicalo de nuevo.`,
      ]),
    )
  })

  it.each(['datos', null] as const)(
    'what is refused for another reason stays, though status and body are the same: %s',
    async (codigo) => {
      await refusedAs(codigo)
      await waitFor(() => expect(asked().at(-1)).toMatchObject({ email: 'otra@example.com' }))
      await payOf('800,00')
      expect(problem()).toEqual([])
    },
  )
})

// @vitest-environment happy-dom

import { AjustesChange } from '@imprimitodo/shared/api/ajustes'
import { PremioForm } from '@imprimitodo/shared/api/catalogo'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { Toasts } from '../../ui/notice/toasts.tsx'
import { checkBody } from '../esquema.ts'
import { Editor } from './editor.tsx'
import { numberOf, textOf } from './valores.ts'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

type Sent = Parameters<typeof save>[0]
const save = vi.fn()
const change = vi.fn()
const onSaved = vi.fn()
const onClose = vi.fn()
let user: UserEvent

beforeEach(() => {
  save.mockReset()
  change.mockReset()
  onSaved.mockReset()
  onClose.mockReset()
  for (const call of [save, change])
    call.mockResolvedValue({ ok: true, status: 200, data: {}, errores: null })
  user = userEvent.setup()
})
afterEach(cleanup)

const BLANK = { nombre: '', descripcion: '', puntos_requeridos: '', cantidad: '', valor: '', orden: '0' }

function open(typed: Partial<typeof BLANK> = {}, isNew = true): () => void {
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <Toasts />
      <Editor
        title="Agregar premio"
        schema={PremioForm}
        campos={[
          { name: 'nombre', label: 'Nombre' },
          { name: 'descripcion', label: 'Descripción', kind: 'largo' },
          { name: 'puntos_requeridos', label: 'Puntos', kind: 'numero' },
          { name: 'cantidad', label: 'Cantidad', kind: 'numero' },
          { name: 'valor', label: 'Valor', kind: 'numero' },
          { name: 'orden', label: 'Orden', kind: 'numero' },
        ]}
        inicial={{ ...BLANK, ...typed }}
        saved="Premio guardado"
        body={(valores) => ({
          nombre: textOf(valores.nombre),
          descripcion: textOf(valores.descripcion),
          puntos_requeridos: numberOf(valores.puntos_requeridos) ?? Number.NaN,
          cantidad: numberOf(valores.cantidad) ?? Number.NaN,
          es_codigo_canje: false,
          valor: numberOf(valores.valor),
          orden: numberOf(valores.orden) ?? 0,
          imagen_id: null,
        })}
        save={(body: Sent) => save(body)}
        change={isNew ? null : change}
        together={[['es_codigo_canje', 'cantidad']]}
        onSaved={onSaved}
        onClose={onClose}
      />
    </QueryClientProvider>,
  )
  return unmount
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const wrong = () =>
  [...document.querySelectorAll('[aria-invalid=true]')].map((one) => one.getAttribute('name'))
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const press = () => user.click(screen.getByRole('button', { name: 'Guardar' }))

describe('a form of the owner', () => {
  it('shows at each field what its call would refuse, in Spanish, without sending; the first gets the focus', async () => {
    open({ cantidad: '-1', orden: '20000' })
    await press()
    expect(wrong()).toEqual(['nombre', 'puntos_requeridos', 'cantidad', 'orden'])
    expect(alerts()).toEqual([
      'Poné un nombre.',
      'Escribí los puntos.',
      'La cantidad no puede ser negativa.',
      'El orden es un número entero.',
    ])
    expect(document.activeElement).toBe(field('Nombre'))
    expect(save).not.toHaveBeenCalled()
  })

  it('says that letters are no number', async () => {
    open({ nombre: 'Taza', puntos_requeridos: 'mil', cantidad: '3' })
    await press()
    expect(alerts()).toEqual(['Escribí un número.'])
    expect(document.activeElement).toBe(field('Puntos'))
  })

  it('stays until the list is loaded again: opened before that, it would begin with the old values', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    onSaved.mockReturnValue(promise)
    open({ nombre: 'Taza', puntos_requeridos: '1500', cantidad: '3' })
    await press()
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
    screen.getByRole('button', { name: 'Guardando…' })
    expect(onClose).not.toHaveBeenCalled()
    resolve()
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })

  it('sends the body of the call, with numbers as people type them, and closes', async () => {
    open({ nombre: ' Taza ', puntos_requeridos: '1.500', cantidad: '3', valor: '12,5' })
    await press()
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(save.mock.calls).toEqual([
      [
        {
          nombre: 'Taza',
          descripcion: '',
          puntos_requeridos: 1500,
          cantidad: 3,
          valor: 12.5,
          es_codigo_canje: false,
          orden: 0,
          imagen_id: null,
        },
      ],
    ])
    screen.getByText('Premio guardado')
  })

  it('closed while it is being saved does not close a dialog that was opened meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    onSaved.mockReturnValue(promise)
    const unmount = open({ nombre: 'Taza', puntos_requeridos: '1500', cantidad: '3' })
    await press()
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
    unmount()
    await act(async () => resolve())
    expect(onClose).not.toHaveBeenCalled()
  })

  it.each([
    ['at its field', { nombre: ['Ya hay uno con ese nombre.'] }, 'Ya hay uno con ese nombre.', ['nombre']],
    ['as a whole', { detail: 'Ahora no.' }, 'Ahora no.', []],
  ])('tells the server’s problem %s, and keeps the typed values', async (_, data, text, at) => {
    const errores = 'detail' in data ? (data.detail ?? null) : null
    save.mockResolvedValue({ ok: false, status: 400, data, errores })
    open({ nombre: 'Taza', puntos_requeridos: '5', cantidad: '3' })
    await press()
    await waitFor(() => expect(alerts()).toEqual([text]))
    expect(wrong()).toEqual(at)
    expect(field('Nombre').value).toBe('Taza')
    expect(onClose).not.toHaveBeenCalled()
  })

  it('tells at its foot what the server refuses of a field that it does not have', async () => {
    const data = {
      nombre: ['Ya hay uno con ese nombre.'],
      imagen_id: ['Esa foto ya no está.'],
      tipo: ['No.'],
    }
    save.mockResolvedValue({ ok: false, status: 400, data, errores: null })
    open({ nombre: 'Taza', puntos_requeridos: '5', cantidad: '3' })
    await press()
    await waitFor(() => expect(alerts()).toEqual(['Ya hay uno con ese nombre.', 'Esa foto ya no está. No.']))
    expect(wrong()).toEqual(['nombre'])
  })

  it('without network says that it may have been saved', async () => {
    save.mockRejectedValue(new TypeError('network'))
    open({ nombre: 'Taza', puntos_requeridos: '5', cantidad: '3' })
    await press()
    await waitFor(() =>
      expect(alerts()).toEqual(['Se cortó la conexión y no sabemos si se guardó. Fijate antes de repetir.']),
    )
  })
})

describe('a form of something that exists already', () => {
  const TAZA = { nombre: 'Taza', puntos_requeridos: '1500', cantidad: '5' }

  it('sends only the fields that changed, so that others’ changes of other fields stay', async () => {
    open(TAZA, false)
    await user.type(field('Descripción'), 'De cerámica')
    await press()
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect([save.mock.calls, change.mock.calls]).toEqual([[], [[{ descripcion: 'De cerámica' }]]])
  })

  it('sends together the fields that mean one thing only together', async () => {
    open(TAZA, false)
    await user.type(field('Cantidad'), '0')
    await press()
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(change.mock.calls).toEqual([[{ es_codigo_canje: false, cantidad: 50 }]])
  })

  it('that is as it was is not sent, and closes', async () => {
    open(TAZA, false)
    await press()
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect([save.mock.calls, change.mock.calls, onSaved.mock.calls]).toEqual([[], [], []])
  })
})

it('a refusal deep inside a body is shown at the innermost field of that name, else at its part', () => {
  const ruleta = { min: 5, max: 500, pesos: [-1], presupuesto: null }
  const read = checkBody(AjustesChange, { ruleta, kit_banderas: 'Kit 1' }, ['min', 'max', 'kit_banderas'])
  expect(Object.keys(read.problems ?? {})).toEqual(['max', 'ruleta', 'kit_banderas'])
  // The schema has no message of its own for it
  expect(read.problems?.max).toBe('Tiene que ser 100 o menos.')
  expect(read.problems?.kit_banderas).toBe('Usá minúsculas, números y guiones: kit-banderas.')
})

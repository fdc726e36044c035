import { describe, expect, it } from 'vitest'
import { registroOf, registroProblemas, registroRefusal, VACIO } from './registro-campos.ts'

const today = '2026-11-21'
const good = {
  email: ' ana@example.com ',
  nombre: ' Ana Pérez ',
  celular: '38 1555 5123',
  fecha_nacimiento: '1999-03-14',
  password: 'mateamargo7',
  repetir: 'mateamargo7',
}

describe('problemasOf', () => {
  it('reports all problems of an empty form', () =>
    expect(registroProblemas(VACIO, today)).toEqual({
      email: 'El email es obligatorio',
      nombre: 'El nombre es obligatorio',
      celular: 'El celular es obligatorio',
      fecha_nacimiento: 'La fecha de nacimiento es obligatoria',
      password: 'La contraseña debe tener al menos 8 caracteres',
    }))
  it('reports no problem of a valid form', () => expect(registroProblemas(good, today)).toEqual({}))
  it.each([
    [{ email: 'abc@' }, { email: 'Por favor ingresa un email válido' }],
    [{ celular: '38 1555 512' }, { celular: 'El celular debe tener al menos 10 dígitos' }],
    [{ repetir: 'otra' }, { repetir: 'Las contraseñas no coinciden' }],
    [{ fecha_nacimiento: '2026-11-22' }, { fecha_nacimiento: 'La fecha de nacimiento no es válida' }],
  ])('%j', (change, expected) => expect(registroProblemas({ ...good, ...change }, today)).toEqual(expected))
})

it('sends trimmed texts and bare digits, and not the repetition', () =>
  expect(registroOf(good)).toEqual({
    email: 'ana@example.com',
    nombre: 'Ana Pérez',
    celular: '3815555123',
    fecha_nacimiento: '1999-03-14',
    password: 'mateamargo7',
  }))

describe('refusalOf', () => {
  it.each([
    [{ email: ['ya existe'] }, { campos: { email: 'ya existe' }, rest: [] }],
    [
      { email: ['a', 'b'], otro: ['c'] },
      { campos: { email: 'a b' }, rest: ['c'] },
    ],
    [{ detail: 'No.' }, { campos: {}, rest: ['No.'] }],
    ['<html>', { campos: {}, rest: [] }],
    [null, { campos: {}, rest: [] }],
  ])('%j', (body, expected) => expect(registroRefusal(body)).toEqual(expected))
})

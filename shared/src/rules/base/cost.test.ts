import { expect, test } from 'vitest'
import { growthOf, LINEAR, WORST_SHAPES } from '../../testing/growth.ts'
import { readRango } from '../compra/paginas.ts'
import { nacimientoProblem } from '../cuentas/nacimiento.ts'
import { newPasswordProblem, passwordFuerza, passwordProblem } from '../cuentas/password.ts'
import { normaliseCodigo } from '../fidelidad/codigo.ts'
import { safeRedirect } from '../vidriera/redirect.ts'
import { rutaOf } from '../vidriera/ruta.ts'
import { normaliseVideo } from '../vidriera/video.ts'
import { whatsappProblem } from '../vidriera/whatsapp.ts'
import { nationalCelular } from './celular.ts'
import { celularProblem, emailProblem, isEmail, maskEmail, spaceCelular } from './contacto.ts'
import { normaliseCorreo } from './correo.ts'
import { cuitProblem } from './cuit.ts'
import { capitaliseNombre, nombreProblem } from './nombre.ts'

/** Functions that read a text before, or while, its length is checked. */
const RULES: Record<string, (text: string) => unknown> = {
  isEmail,
  emailProblem,
  maskEmail,
  celularProblem,
  spaceCelular,
  nationalCelular,
  normaliseCodigo,
  normaliseCorreo,
  cuitProblem,
  nacimientoProblem,
  nombreProblem,
  capitaliseNombre,
  passwordProblem,
  newPasswordProblem,
  passwordFuerza,
  safeRedirect,
  rutaOf,
  whatsappProblem,
  readRango,
  normaliseVideo,
}

test.each(Object.keys(RULES))('%s costs no more than its text is long', (name) => {
  const rule = RULES[name] ?? fail
  const growths = Object.entries(WORST_SHAPES).map(([shape, of]) => [shape, growthOf(rule, of)] as const)
  expect(growths.filter(([, growth]) => growth > LINEAR)).toEqual([])
})

test('what costs far more than its text is long is found', () => {
  // The cube, so that no noise of the machine makes it look linear
  const everyThree = (text: string) => {
    let same = 0
    for (let one = 0; one < text.length; one += 512)
      for (let other = 0; other < text.length; other += 512)
        for (let third = 0; third < text.length; third += 512)
          if (text[one] === text[other] && text[other] === text[third]) same++
    return same
  }
  expect(growthOf(everyThree, WORST_SHAPES.dots ?? fail)).toBeGreaterThan(LINEAR)
})

const fail = () => expect.unreachable()

import { expect, it } from 'vitest'
import { drawnOn } from '../../../testing/pdf-text.ts'
import { type Caratula, makeCaratula } from './caratula.ts'

const CARATULA: Caratula = {
  numero: 1046,
  nombre: 'Brenda Acosta',
  entrega: 'Retira en Alberdi · mar 24/11/2026, 11:45',
  direccion: null,
  volumenes: [],
  nota: null,
  codigoRetiro: 'E0VC-5ZVY-TJJW',
  enlaceRetiro: 'https://example.com/c/E0VC5ZVYTJJW',
  celular: '3865417720',
  pago: 'Pagado $ 35.568,00',
  pie: '11:05, Ricoh',
}
const wordsOn = async (change: Partial<Caratula>) => {
  const [page = ''] = await drawnOn(await makeCaratula({ ...CARATULA, ...change }))
  return [...page.matchAll(/Tm\n(.*)\n/g)].map(([, words]) => words).join(' ')
}

it('the longest name of a file is cut, and not what is to be done with it', async () => {
  const archivos = [{ nombre: `${'x'.repeat(120)}.pdf`, detalle: '2 pág., color, una cara' }]
  const words = await wordsOn({ volumenes: [{ titulo: 'Suelto', detalle: '1 copia', archivos }] })
  expect(words).toMatch(/x{20,}\S* 2 pág., color, una cara/)
})

it('has the whole address of a delivery, and the hour', async () => {
  const direccion = `Avenida San Martín 12345, ${'Barrio Nuestra Señora de la Merced, '.repeat(7)}portón verde`
  const words = await wordsOn({ entrega: 'Envío a domicilio · mar 24/11/2026, 11:45', direccion })
  expect(words).toContain('mar 24/11/2026, 11:45')
  expect(words).toContain(direccion)
})

it.each(['María de los Ángeles Fernández de la Fuente', 'María de los Ángeles '.repeat(5).trim()])(
  'has the whole name: %s',
  async (nombre) => expect(await wordsOn({ nombre })).toContain(nombre),
)

it('says below its code whom to call and what is paid, also where that is long', async () => {
  expect(await wordsOn({})).toContain('3865417720 · Pagado $ 35.568,00')
  const pago = `Falta cobrar $ 500,00 · $ 7.000,00 a cuenta corriente de Escuela ${'Normal '.repeat(8)}12`
  expect(await wordsOn({ celular: '', pago })).toContain(pago)
})

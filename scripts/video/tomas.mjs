// What the film shows: an order of two PDFs on the real screens, from picking them to the pickup code.
import { setTimeout as sleep } from 'node:timers/promises'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { escribir, mostrar, tocar } from './camara.mjs'

const pdf = async (name, pages) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(await makePdf({ pages, text: name.replace('.pdf', '') })),
})

const button = (page, name) => page.getByRole('button', { name })
const heading = (page, name) => page.getByRole('heading', { level: 1, name })
const choice = (page, group, name) =>
  page.getByRole('group', { name: group, exact: true }).getByText(name, { exact: true })

/** `titulo` is burnt in above the screen, `texto` is its caption. */
export const TOMAS = [
  {
    titulo: 'Elegí tus PDF',
    texto: 'Tocá «Elegir archivos» y elegí tus PDF. Podés sumar todos los que quieras.',
    async toma(page) {
      const files = [await pdf('apunte de biología.pdf', 24), await pdf('guía de prácticos.pdf', 10)]
      await mostrar(page.getByRole('region', { name: 'Subir archivos' }))
      await sleep(900)
      const input = page.getByLabel('Elegir archivos')
      const shown = page.locator('label:has(input[type=file]), button:has-text("Elegir archivos")').first()
      await tocar(shown, { act: () => input.setInputFiles(files), after: 300 })
      await page.getByText('Listo', { exact: true }).nth(1).waitFor()
      await mostrar(page.getByText('guía de prácticos.pdf').first())
      await sleep(1_800)
      await tocar(button(page, 'Siguiente'), { block: 'none', after: 200 })
      await heading(page, '¿Cómo los imprimimos?').waitFor()
    },
  },
  {
    titulo: 'Elegí cómo los querés',
    texto: 'Para cada archivo elegí copias, caras y tinta: doble faz y blanco y negro ya vienen marcados.',
    async toma(page) {
      await sleep(1_600)
      await tocar(button(page, 'Una copia más de apunte de biología.pdf'), { after: 900 })
      await tocar(choice(page, 'Caras de guía de prácticos.pdf', 'Simple faz'), { after: 900 })
      await tocar(choice(page, 'Tinta de guía de prácticos.pdf', 'Color'), { after: 1_000 })
    },
  },
  {
    titulo: 'Agrupalos para anillar',
    texto: 'Con «Agrupar archivos» varios PDF van juntos en un mismo anillado, en el orden que elijas.',
    async toma(page) {
      await tocar(button(page, 'Agrupar archivos'), { after: 900 })
      for (const name of ['apunte de biología.pdf', 'guía de prácticos.pdf']) {
        const mover = page.getByLabel(`Mover a… ${name}`)
        await tocar(mover, { act: () => mover.selectOption({ label: 'Anillado 1' }), after: 900 })
      }
      await mostrar(page.getByRole('region', { name: 'Anillado 1' }))
      await sleep(1_500)
      await tocar(button(page, 'Siguiente'), { block: 'none', after: 200 })
      await heading(page, 'Confirmá tu pedido').waitFor()
    },
  },
  {
    titulo: 'Mirá el precio exacto',
    texto:
      'Contamos las hojas y ves el precio exacto, con el descuento por la web. Dejá tu mail, tu celular y la sucursal.',
    async toma(page) {
      await sleep(900)
      await escribir(page.getByLabel('E-mail'), 'lucia@example.com')
      await escribir(page.getByLabel('Celular'), '3865412233')
      const sucursal = page.getByLabel('Sucursal')
      await tocar(sucursal, { act: () => sucursal.selectOption('Aguilares'), after: 700 })
      await mostrar(page.getByRole('region', { name: 'Resumen del pedido' }))
      await sleep(2_200)
    },
  },
  {
    titulo: 'Pagá online',
    texto: 'Tocá «Pagar» y pagá como prefieras. En esta muestra el pago es simulado.',
    async toma(page) {
      await tocar(button(page, /^Pagar/), { after: 300 })
      await page.getByText('PAGO SIMULADO').waitFor()
      await sleep(1_500)
      await tocar(page.getByText('Tarjeta aprobada', { exact: true }), { after: 700 })
      await tocar(button(page, /^Pagar/), { after: 300 })
      await page.waitForURL('**/pedido/*')
      await heading(page, 'Recibimos tu pedido').waitFor()
    },
  },
  {
    titulo: 'Retirá con tu código',
    texto: 'Listo. Te avisamos por mail cuando esté impreso: retiralo en la sucursal con tu código.',
    async toma(page) {
      await sleep(2_000)
      await mostrar(page.getByText('Tu código de retiro').first())
      await sleep(2_800)
    },
  },
]

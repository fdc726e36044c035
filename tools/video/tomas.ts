// What the film shows: an order of two PDFs on the real screens, from picking them to the pickup code.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { type Camera, show, touch, write } from './camara.ts'

const pdf = async (name: string, pages: number, color: number[] = []) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(await makePdf({ pages, color, text: name.replace('.pdf', '') })),
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const choice = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group, exact: true }).getByText(name, { exact: true })

type Guion = {
  titulo: string
  texto: string
  toma(page: Page, camera: Camera): Promise<unknown>
}

/** `titulo` is burnt in above the screen, `texto` is its caption: two lines of 40 characters. One answers the picture for the poster. */
export const TOMAS: Guion[] = [
  {
    titulo: 'Elegí tus PDF',
    texto: 'Tocá «Elegir archivos» y elegí tus PDF.\nPodés sumar todos los que quieras.',
    async toma(page: Page, camera: Camera) {
      const files = [
        await pdf('apunte de biología.pdf', 24),
        await pdf('guía de prácticos.pdf', 10, [1, 4, 7]),
      ]
      await sleep(1_000)
      await show(page.getByRole('region', { name: 'Subir archivos' }))
      await sleep(400)
      const input = page.getByLabel('Elegir archivos')
      const shown = page.locator('label:has(input[type=file]), button:has-text("Elegir archivos")').first()
      await touch(shown, { act: () => input.setInputFiles(files), after: 300 })
      await page.getByText('Listo', { exact: true }).nth(1).waitFor()
      await show(page.getByText('guía de prácticos.pdf').first())
      await sleep(1_200)
      await touch(button(page, 'Siguiente'), { block: 'none', after: 150 })
      await camera.cut(heading(page, '¿Cómo los imprimimos?').waitFor())
    },
  },
  {
    titulo: 'Elegí cómo los querés',
    texto: 'Elegí copias, caras y tinta: ya vienen\nmarcados doble faz y blanco y negro.',
    async toma(page: Page) {
      await sleep(1_100)
      await touch(button(page, 'Una copia más de apunte de biología.pdf'), { after: 1_000 })
      const picture = await page.screenshot()
      await touch(choice(page, 'Caras de guía de prácticos.pdf', 'Simple faz'), { after: 900 })
      await touch(choice(page, 'Tinta de guía de prácticos.pdf', 'Color'), { block: 'none', after: 1_200 })
      return picture
    },
  },
  {
    titulo: 'Agrupalos para anillar',
    texto: 'Con «Agrupar archivos» varios PDF van\njuntos en un mismo anillado.',
    async toma(page: Page, camera: Camera) {
      await touch(button(page, 'Agrupar archivos'), { after: 100 })
      await camera.cut(page.getByLabel('Mover a… apunte de biología.pdf').waitFor())
      await sleep(900)
      for (const name of ['apunte de biología.pdf', 'guía de prácticos.pdf']) {
        const mover = page.getByLabel(`Mover a… ${name}`)
        await touch(mover, { act: () => mover.selectOption({ label: 'Anillado 1' }), after: 900 })
      }
      await show(page.getByRole('region', { name: 'Anillado 1' }), 'start')
      await sleep(1_500)
      await touch(button(page, 'Siguiente'), { block: 'none', after: 900 })
      await camera.cut(heading(page, 'Confirmá tu pedido').waitFor())
    },
  },
  {
    titulo: 'Dejá tus datos',
    texto: 'Dejá tu mail y tu celular,\ny elegí en qué sucursal lo retirás.',
    async toma(page: Page) {
      await sleep(1_000)
      await write(page.getByLabel('E-mail'), 'lucia@example.com')
      await write(page.getByLabel('Celular'), '3865412233')
      const sucursal = page.getByLabel('Sucursal')
      await touch(sucursal, { act: () => sucursal.selectOption('Aguilares'), after: 1_200 })
    },
  },
  {
    titulo: 'Mirá el precio y pagá',
    texto: 'Contamos las hojas y ves el precio\nexacto. Pagá online (acá, simulado).',
    async toma(page: Page, camera: Camera) {
      await show(page.getByRole('region', { name: 'Resumen del pedido' }), 'start')
      await sleep(1_800)
      await touch(button(page, 'Detalle del Pedido'), { block: 'none', after: 150 })
      await camera.cut(page.waitForLoadState('networkidle')) // the first page of each file
      await sleep(2_200)
      await touch(page.getByRole('dialog').getByText('Cerrar', { exact: true }), { block: 'none' })
      await touch(button(page, /^Pagar/), { block: 'none', after: 150 })
      await camera.cut(page.getByText('PAGO SIMULADO').waitFor())
      await sleep(1_200)
      await touch(button(page, /^Pagar/), { after: 150 })
      await camera.cut(page.getByText('Pago aprobado').waitFor())
      await sleep(500)
      await touch(page.getByText('Volver a imprimitodo'), { block: 'none', after: 150 })
      await camera.cut(heading(page, 'Recibimos tu pedido').waitFor())
    },
  },
  {
    titulo: 'Retirá con tu código',
    texto: 'Te avisamos por mail cuando esté listo.\nRetiralo con tu código.',
    async toma(page: Page) {
      await sleep(1_700)
      await show(page.getByText('Tu código de retiro').first(), 'start')
      await sleep(2_600)
    },
  },
]

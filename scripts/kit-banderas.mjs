// node scripts/kit-banderas.mjs: lays out the PDF of the flag kits (server/src/vidriera/productos/kit-banderas.pdf), A4.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib'

const TARGET = join(import.meta.dirname, '../server/src/vidriera/productos/kit-banderas.pdf')
const [WIDTH, HEIGHT, MARGIN] = [595.28, 841.89, 48]

const ink = (hex) => rgb(...[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255))
const [TINTA, GRIS, AZUL, LIMON, HOJA, ROJO] = [
  '#17202E',
  '#4A5466',
  '#1B3FBF',
  '#F5C518',
  '#0B6B4E',
  '#C93A22',
].map(ink)
const [CELESTE, BLANCO, PAPEL, KRAFT, ORO, CIELO] = [
  '#6CB4E8',
  '#FFFFFF',
  '#FBF6EA',
  '#F3ECDC',
  '#E8A900',
  '#DCE6F5',
].map(ink)

const pesos = (amount) => `$ ${new Intl.NumberFormat('es-AR', { minimumFractionDigits: 2 }).format(amount)}`

const pdf = await PDFDocument.create()
const BOLD = await pdf.embedFont(StandardFonts.HelveticaBold)
const PLAIN = await pdf.embedFont(StandardFonts.Helvetica)
let page

const text = (words, x, y, size, { font = PLAIN, color = TINTA, right = false } = {}) => {
  const from = right ? x - font.widthOfTextAtSize(words, size) : x
  page.drawText(words, { x: from, y, size, font, color })
}
const box = (x, y, width, height, color, border) =>
  page.drawRectangle({ x, y, width, height, color, ...(border && { borderColor: border, borderWidth: 1.5 }) })

/** From the top left corner; the flag waves by `wave` of its height. */
function flag(x, top, width, bands, { sun = false, pole = 0, wave = 0.08 } = {}) {
  const height = width * 0.63
  const swing = height * wave
  const band = (from, to, dx = 0, dy = 0) => {
    const edge = (at) =>
      `${dx} ${at + dy}C${width / 3 + dx} ${at - swing + dy} ${(width * 2) / 3 + dx} ${at + swing + dy} ${width + dx} ${at + dy}`
    const back = `L${width + dx} ${to + dy}C${(width * 2) / 3 + dx} ${to + swing + dy} ${width / 3 + dx} ${to - swing + dy} ${dx} ${to + dy}Z`
    return `M${edge(from)}${back}`
  }
  const draw = (d, color) => page.drawSvgPath(d, { x, y: top, color })
  if (pole) box(x - 5, top - pole, 4, pole + 8, TINTA)
  if (pole) page.drawCircle({ x: x - 3, y: top + 10, size: 5, color: LIMON })
  draw(band(0, height, width * 0.025, width * 0.025), LIMON)
  for (const [index, color] of bands.entries())
    draw(band((index * height) / bands.length, ((index + 1) * height) / bands.length), color)
  if (sun) drawSun(x + width / 2, top - height / 2, height * 0.1)
  return height
}

function drawSun(x, y, r) {
  for (let ray = 0; ray < 16; ray++) {
    const angle = (ray * Math.PI) / 8
    const to = r * (ray % 2 ? 1.5 : 1.8)
    page.drawLine({
      start: { x: x + Math.cos(angle) * r, y: y + Math.sin(angle) * r },
      end: { x: x + Math.cos(angle) * to, y: y + Math.sin(angle) * to },
      thickness: r * 0.22,
      color: ORO,
    })
  }
  page.drawCircle({ x, y, size: r, color: ORO })
}

const ARGENTINA = [CELESTE, BLANCO, CELESTE]
const TUCUMAN = [BLANCO, CELESTE, BLANCO]

function newPage(title) {
  page = pdf.addPage([WIDTH, HEIGHT])
  box(0, 0, WIDTH, HEIGHT, PAPEL)
  page.drawCircle({ x: MARGIN + 7, y: HEIGHT - 44, size: 8, color: LIMON })
  page.drawCircle({ x: MARGIN + 17, y: HEIGHT - 44, size: 8, color: AZUL })
  text('imprimitodo', MARGIN + 32, HEIGHT - 49, 14, { font: BOLD })
  text('Kit de banderas', WIDTH - MARGIN, HEIGHT - 49, 10, { color: GRIS, right: true })
  box(MARGIN, HEIGHT - 66, WIDTH - 2 * MARGIN, 1.5, TINTA)
  const footer =
    'Alberdi: Av. San Martín 512, WhatsApp 3865 47-1200  ·  Aguilares: Rivadavia 248, WhatsApp 3865 48-2300'
  text(footer, MARGIN, 34, 8.5, { color: GRIS })
  text(String(pdf.getPageCount()), WIDTH - MARGIN, 34, 9, { font: BOLD, right: true })
  for (const [index, color] of [AZUL, LIMON, HOJA, ROJO, TINTA].entries())
    box(MARGIN + index * 14, 50, 14, 5, color)
  if (title) text(title, MARGIN, HEIGHT - 112, 28, { font: BOLD })
}

/** Rows of [what, detail, price], from `top` down. @returns where the table ends */
function table(top, rows) {
  for (const [index, [name, detail, price]] of rows.entries()) {
    const y = top - index * 34
    if (index % 2 === 0) box(MARGIN, y - 12, WIDTH - 2 * MARGIN, 34, KRAFT)
    text(name, MARGIN + 12, y, 12, { font: BOLD })
    text(detail, MARGIN + 170, y, 10.5, { color: GRIS })
    text(pesos(price), WIDTH - MARGIN - 12, y, 12, { font: BOLD, right: true })
  }
  return top - rows.length * 34
}

function paragraph(lines, top, size = 11.5, color = GRIS) {
  for (const [index, line] of lines.entries()) text(line, MARGIN, top - index * size * 1.5, size, { color })
}

// 1: cover
newPage()
text('Banderas', MARGIN, 660, 64, { font: BOLD })
text('hechas en Tucumán', MARGIN, 606, 34, { font: BOLD, color: AZUL })
paragraph(
  [
    'Tela náutica o raso, costura doble, refuerzo y ojales. Para la escuela, el club,',
    'el negocio o el balcón. Precios de noviembre de 2026, IVA incluido.',
  ],
  570,
)
flag(130, 500, 340, ARGENTINA, { sun: true, pole: 360 })
text('Argentina  ·  Tucumán  ·  Kits para escuelas', MARGIN, 92, 13, { font: BOLD })

// 2: Argentina, the sizes to scale
newPage('Bandera argentina')
paragraph(['Con sol estampado o bordado. Las medidas están dibujadas a escala entre sí.'], HEIGHT - 136)
let x = MARGIN + 8
for (const [width, label] of [
  [70, '45 × 70'],
  [90, '60 × 90'],
  [120, '90 × 150'],
  [150, '120 × 190'],
]) {
  flag(x, 560 + width * 0.63, width, ARGENTINA, { sun: true })
  text(label, x, 536, 11, { font: BOLD })
  x += width + 16
}
table(470, [
  ['45 × 70 cm', 'Para ventana o escritorio, con vaina', 9800],
  ['60 × 90 cm', 'Para balcón, con ojales', 15400],
  ['90 × 150 cm', 'Para mástil de hasta 5 m, refuerzo y ojales', 26500],
  ['120 × 190 cm', 'Para mástil de hasta 8 m, refuerzo doble', 42800],
  ['Sol bordado', 'Adicional, de los dos lados', 12500],
  ['Moño o corbata', 'Raso celeste y blanco, con flecos dorados', 8900],
])

// 3: Tucumán
newPage('Bandera de Tucumán')
paragraph(
  [
    'La bandera de Macha, oficial de la provincia desde 2010: una franja celeste entre dos blancas.',
    'En los actos acompaña a la argentina, que va siempre a la derecha del que la lleva.',
  ],
  HEIGHT - 136,
)
flag(120, 640, 150, ARGENTINA, { sun: true, pole: 170 })
flag(340, 640, 150, TUCUMAN, { pole: 170 })
table(410, [
  ['45 × 70 cm', 'Para ventana o escritorio, con vaina', 9800],
  ['60 × 90 cm', 'Para balcón, con ojales', 15400],
  ['90 × 150 cm', 'Para mástil de hasta 5 m, refuerzo y ojales', 26500],
  ['Par 90 × 150 cm', 'Argentina y Tucumán, de la misma tela', 49900],
])

// 4: school kits
newPage('Kits para escuelas')
paragraph(
  ['Cada kit viene en una caja con su lista. Con nota de la dirección, diez por ciento menos.'],
  HEIGHT - 136,
)
const kits = [
  ['Kit aula', 'Dos banderas de mesa con base y 30 escarapelas', 18900, 58],
  ['Kit acto', 'Dos banderas de 90 × 150, mástiles de madera y moños', 96000, 92],
  ['Kit ceremonia', 'Raso con flecos y sol bordado, asta de dos piezas, tahalí y corbata', 187000, 78],
]
for (const [index, [name, detail, price, width]] of kits.entries()) {
  const bottom = 530 - index * 160
  box(MARGIN, bottom, WIDTH - 2 * MARGIN, 140, CIELO, TINTA)
  flag(MARGIN + 30, bottom + 112, width, ARGENTINA, { sun: true, pole: 96 })
  flag(MARGIN + 46 + width, bottom + 112, width, TUCUMAN, { pole: 96 })
  text(name, MARGIN + 254, bottom + 98, 18, { font: BOLD })
  const words = detail.split(' ')
  const half = Math.ceil(words.length / 2)
  text(words.slice(0, half).join(' '), MARGIN + 254, bottom + 74, 10.5, { color: GRIS })
  text(words.slice(half).join(' '), MARGIN + 254, bottom + 59, 10.5, { color: GRIS })
  text(pesos(price), MARGIN + 254, bottom + 24, 20, { font: BOLD, color: AZUL })
}
table(168, [
  ['Escarapelas, 50 u.', 'Cinta de raso con alfiler', 14500],
  ['Banderines, 5 metros', 'Guirnalda celeste y blanca de tela', 11200],
])

// 5: how to order
newPage('Cómo pedir')
const pasos = [
  ['1', 'Elegí', 'el modelo, la medida y la cantidad. Si es para una escuela, pedinos la nota modelo.'],
  ['2', 'Escribinos', 'por WhatsApp a cualquiera de las dos sucursales, o acercate al mostrador.'],
  [
    '3',
    'Señá',
    'la mitad. Las medidas de esta lista están listas en 48 horas; las especiales, en siete días.',
  ],
  ['4', 'Retirá', 'en Alberdi o en Aguilares, o te las llevamos hasta 5 km.'],
]
for (const [index, [number, verb, rest]] of pasos.entries()) {
  const y = 660 - index * 84
  page.drawCircle({ x: MARGIN + 20, y: y + 6, size: 20, color: index % 2 ? LIMON : AZUL })
  text(number, MARGIN + 14, y - 1, 20, { font: BOLD, color: index % 2 ? TINTA : BLANCO })
  text(verb, MARGIN + 58, y + 10, 18, { font: BOLD })
  text(rest, MARGIN + 58, y - 10, 11, { color: GRIS })
}
flag(MARGIN + 60, 290, 150, ARGENTINA, { sun: true, pole: 150 })
flag(MARGIN + 300, 290, 150, TUCUMAN, { pole: 150 })

pdf.setTitle('Kit de banderas de ImprimiTodo')
pdf.setAuthor('ImprimiTodo')
pdf.setLanguage('es-AR')
// The same bytes whenever it is made
for (const set of ['setCreationDate', 'setModificationDate']) pdf[set](new Date('2026-11-02T12:00:00Z'))
writeFileSync(TARGET, await pdf.save())
console.log(`${pdf.getPageCount()} pages`)

// Signs.
import {
  BLANCO,
  circle,
  clip,
  dosTintas,
  LIMON,
  many,
  marca,
  move,
  palabra,
  path,
  rect,
  renglones,
  stroke,
  TINTA,
  tono,
  turn,
} from './tinta.ts'

export const cartelPvc = (a: string, b: string) =>
  stroke('M240 120L320 70L400 120', TINTA, 7) +
  circle(320, 68, 12, TINTA) +
  turn(
    -2,
    dosTintas((fill) => rect(110, 130, 420, 320, fill, 18), a, b) +
      stroke('M134 154H506V426H134Z', BLANCO, 6) +
      palabra('ABIERTO', 320, 214, 48, BLANCO, 0.2) +
      rect(180, 306, 280, 70, b, 35) +
      palabra('9 A 21', 320, 326, 30, TINTA, 0.2),
    320,
    70,
  )

export const cartelTradicional = (a: string, b: string) =>
  rect(170, 380, 22, 200, TINTA) +
  rect(448, 380, 22, 200, TINTA) +
  stroke('M181 470L300 400M459 470L340 400', TINTA, 10) +
  dosTintas((fill) => rect(80, 130, 480, 260, fill, 8), a, b) +
  stroke('M100 150H540V370H100Z', b, 8, 'butt') +
  palabra('KIOSCO', 320, 196, 64, BLANCO, 0.2) +
  renglones(190, 296, 260, 32, 14, b, [1]) +
  circle(170, 303, 14, b) +
  circle(470, 303, 14, b) +
  many(4, (index) => circle(94 + (index % 2) * 452, 144 + Math.floor(index / 2) * 232, 6, TINTA)) +
  rect(130, 574, 380, 12, tono(TINTA, 0.6), 6)

export const cartelLuz = (a: string, b: string) =>
  rect(60, 60, 520, 520, TINTA, 20) +
  many(30, (index) => circle(84 + ((index * 97) % 470), 84 + ((index * 61) % 130), 2.5, tono(TINTA, 0.55))) +
  many(
    4,
    (ring) =>
      `<g opacity="${0.1 + ring * 0.07}">${rect(110 - (3 - ring) * 16, 200 - (3 - ring) * 16, 420 + (3 - ring) * 32, 190 + (3 - ring) * 32, b, 30)}</g>`,
  ) +
  rect(110, 200, 420, 190, tono(b, 0.55), 20) +
  stroke('M124 214H516V376H124Z', a, 12) +
  palabra('HOTEL', 320, 262, 64, a, 0.2) +
  rect(300, 390, 40, 70, tono(TINTA, 0.35)) +
  path('M60 520H580V560A20 20 0 0 1 560 580H80A20 20 0 0 1 60 560Z', tono(TINTA, 0.22)) +
  clip(
    rect(60, 460, 520, 120, BLANCO),
    path('M190 580L250 460H390L450 580Z', tono(b, 0.2)).replace('/>', ' opacity=".5"/>'),
  )

const bloque = (letter: string, x: number, y: number, a: string, b: string) =>
  many(7, (index) =>
    move(
      22 - index * 3,
      22 - index * 3,
      palabra(letter, x, y, 170, tono(b, index === 0 ? -0.35 : -0.15), 0.2),
    ),
  ) + palabra(letter, x, y, 170, a, 0.2)
export const cartelCorporeo = (a: string, b: string) =>
  many(9, (row) =>
    many(6, (column) => rect(40 + column * 104 - (row % 2) * 52, 60 + row * 58, 98, 52, '#FFFFFF', 4)),
  ).replaceAll('fill="#FFFFFF"', 'fill="#FFFFFF" opacity=".5"') +
  bloque('B', 150, 210, a, b) +
  bloque('A', 314, 210, a, b) +
  bloque('R', 478, 210, a, b) +
  rect(90, 470, 470, 16, TINTA, 8) +
  marca(320, 540, 26, LIMON, a)

// What is stamped, sublimated, cut or waved.
import {
  AZUL,
  BLANCO,
  CELESTE,
  circle,
  clip,
  dosTintas,
  ellipse,
  HOJA,
  LIMON,
  many,
  marca,
  move,
  palabra,
  path,
  ROJO,
  rect,
  renglones,
  scale,
  stroke,
  TINTA,
  tono,
  turn,
} from './tinta.ts'

export const taza = (a: string, b: string, estampa: string) =>
  turn(
    -4,
    dosTintas(
      (fill) =>
        path('M150 190H420V440A60 60 0 0 1 360 500H210A60 60 0 0 1 150 440Z', fill) +
        stroke('M420 250H456A66 66 0 0 1 456 388H420', fill, 34, 'butt'),
      a,
      b,
    ) +
      ellipse(285, 192, 135, 22, tono(a, -0.3)) +
      estampa,
  )
export const estampaMarca = (b: string) => marca(285, 346, 56, LIMON, b)
export const estampaFoto = () =>
  clip(
    rect(200, 250, 170, 190, BLANCO, 10),
    rect(200, 250, 170, 190, BLANCO, 10) +
      circle(285, 326, 40, tono(ROJO, 0.45)) +
      path(
        'M285 276C230 270 232 330 244 350C250 320 262 306 285 306S320 320 326 350C338 330 340 270 285 276Z',
        TINTA,
      ) +
      path('M214 452C214 380 356 380 356 452Z', LIMON),
  )
export const estampaCorazon = () =>
  path(
    'M285 430C200 370 196 286 246 276C268 272 282 288 285 304C288 288 302 272 324 276C374 286 370 370 285 430Z',
    BLANCO,
  )

const cuerpo = 'M240 130L130 186L160 296L206 278V530H434V278L480 296L510 186L400 130C380 170 260 170 240 130Z'
export const remera = (a: string, b: string, estampa: string) =>
  dosTintas((fill) => path(cuerpo, fill), a, b, 14, 12) +
  stroke('M240 130C260 178 380 178 400 130', tono(a, -0.22), 14) +
  stroke('M206 278V330M434 278V330', tono(a, -0.22), 5) +
  estampa
export const estampaSol = (b: string) =>
  circle(320, 330, 58, b) +
  many(12, (index) => turn(index * 30, path('M312 256L320 226L328 256Z', b), 320, 330)) +
  renglones(256, 430, 128, 24, 11, TINTA, [1])
export const estampaEgresados = (b: string) =>
  palabra('PROMO', 320, 232, 34, b, 0.2) +
  palabra('26', 320, 296, 110, b, 0.24) +
  renglones(250, 446, 140, 22, 10, b, [1, 1])

export const gorra = (a: string, b: string) =>
  turn(
    -4,
    dosTintas(
      (fill) =>
        path('M140 380C140 250 220 180 320 180C420 180 480 262 484 372L484 390Z', fill) +
        path('M300 366C420 350 540 372 590 424C560 440 420 404 140 390Z', fill),
      a,
      b,
    ) +
      path(
        'M300 366C420 350 540 372 590 424C560 440 420 404 140 390L140 380C200 376 250 372 300 366Z',
        tono(a, -0.28),
      ) +
      stroke('M320 182C300 240 296 310 300 366M320 182C390 220 420 300 420 358', tono(a, -0.22), 5) +
      circle(320, 180, 15, b) +
      marca(232, 312, 30, b, BLANCO, tono(b, -0.3)),
  )

export const mate = (a: string, b: string, nombre: string) =>
  turn(16, rect(388, 80, 20, 250, tono(TINTA, 0.45), 10) + rect(382, 78, 32, 18, TINTA, 8), 398, 320) +
  dosTintas((fill) => path('M180 240H450C470 330 452 520 380 548H250C178 520 160 330 180 240Z', fill), a, b) +
  rect(168, 206, 294, 56, tono(TINTA, 0.55), 16) +
  rect(168, 206, 294, 16, tono(TINTA, 0.75), 8) +
  ellipse(315, 210, 120, 12, HOJA) +
  rect(222, 340, 190, 90, BLANCO, 10) +
  palabra(nombre, 317, 368, 36, a, 0.2)

export const llavero = (a: string, b: string, inner: string) =>
  circle(250, 150, 62, tono(TINTA, 0.4)) +
  circle(250, 150, 46, BLANCO).replace('fill="#FFFFFF"', 'fill="none"') +
  stroke('M250 104A46 46 0 1 1 249 104', BLANCO, 8) +
  stroke('M274 196L300 236', TINTA, 14) +
  turn(
    14,
    dosTintas((fill) => rect(210, 230, 230, 280, fill, 60), a, b) + circle(325, 268, 16, BLANCO) + inner,
    325,
    260,
  )
export const llaveroMarca = (b: string) => marca(325, 390, 46, b, BLANCO, ROJO)
export const llaveroInicial = (b: string) => circle(325, 394, 76, b) + palabra('M', 325, 356, 76, TINTA, 0.2)

const maquina = (a: string, b: string) =>
  dosTintas((fill) => rect(230, 110, 180, 150, fill, 26), a, b) +
  rect(256, 136, 128, 60, tono(a, 0.75), 10) +
  rect(266, 260, 20, 130, TINTA) +
  rect(354, 260, 20, 130, TINTA) +
  dosTintas((fill) => path('M210 330H430L460 450H180Z', fill), a, b) +
  rect(232, 352, 176, 60, BLANCO, 8) +
  rect(170, 446, 300, 34, TINTA, 10)
export const selloSolo = (a: string, b: string) =>
  maquina(a, b) + renglones(250, 366, 140, 20, 8, a, [0.7, 1])
export const sello = (a: string, b: string) =>
  selloSolo(a, b) + rect(190, 516, 260, 12, tono(b, -0.15), 6) + rect(230, 544, 180, 12, tono(b, -0.15), 6)
export const impronta = (text: string, a: string) =>
  turn(
    -7,
    stroke('M160 350H480V456H160Z', a, 10) +
      stroke('M174 364H466V442H174Z', a, 4) +
      palabra(text, 320, 386, text.length > 6 ? 34 : 38, a, 0.19),
    320,
    400,
  )
export const selloMarca = (a: string, b: string) =>
  turn(
    -5,
    move(16, 14, rect(130, 130, 380, 390, b, 6)) +
      rect(130, 130, 380, 390, BLANCO, 6) +
      renglones(166, 170, 300, 30, 9, tono(TINTA, 0.6), [0.5, 1, 0.9, 1, 0.7]) +
      turn(
        -9,
        stroke('M180 350H460V456H180Z', a, 10) +
          stroke('M194 364H446V442H194Z', a, 4) +
          palabra('PAGADO', 320, 384, 38, a, 0.19),
        320,
        400,
      ),
  )
export const fechador = (a: string, b: string) =>
  dosTintas((fill) => rect(264, 90, 112, 170, fill, 56), a, b) +
  rect(290, 250, 60, 60, TINTA) +
  dosTintas((fill) => rect(190, 300, 260, 130, fill, 16), a, b) +
  many(
    4,
    (index) =>
      rect(212 + index * 56, 322, 46, 86, BLANCO, 6) +
      palabra('21NO'.charAt(index), 235 + index * 56, 346, 38, a, 0.2),
  ) +
  circle(470, 364, 26, TINTA) +
  many(6, (index) => turn(index * 60, rect(465, 332, 10, 16, TINTA), 470, 364)) +
  rect(180, 430, 280, 34, TINTA, 8) +
  palabra('RECIBIDO', 320, 500, 34, ROJO, 0.19) +
  stroke('M170 490V550M470 490V550', ROJO, 6)

export const lona = (a: string, b: string) =>
  stroke('M90 150L150 190M550 150L490 190M90 500L150 456M550 500L490 456', TINTA, 6) +
  dosTintas((fill) => path('M140 180C240 200 400 160 500 180V466C400 446 240 486 140 466Z', fill), a, b) +
  many(2, (row) =>
    many(5, (index) =>
      circle(162 + index * 79, 202 + row * 242 + ([0, 6, 0, -8, -2][index] ?? 0), 9, BLANCO),
    ),
  ) +
  palabra('GRAN', 320, 240, 50, BLANCO, 0.2) +
  palabra('APERTURA', 320, 322, 38, LIMON, 0.2) +
  rect(220, 398, 200, 14, BLANCO, 7)

export const rollUp = (a: string, b: string) =>
  move(14, 10, rect(210, 80, 220, 440, b)) +
  rect(210, 80, 220, 440, a) +
  clip(
    rect(210, 80, 220, 440, a),
    circle(410, 200, 110, b) + circle(270, 150, 60, ROJO) + path('M210 420L430 340V520H210Z', tono(a, -0.3)),
  ) +
  rect(204, 70, 232, 18, TINTA, 4) +
  renglones(240, 290, 160, 30, 13, BLANCO, [1, 0.75, 0.9]) +
  marca(320, 462, 26, LIMON, BLANCO, HOJA) +
  rect(180, 516, 280, 32, TINTA, 10) +
  path('M200 548H250L230 566H190ZM390 548H440L450 566H410Z', TINTA)

export const ploteo = (a: string, b: string) =>
  ellipse(320, 474, 230, 14, tono(TINTA, 0.7)) +
  path('M90 250A30 30 0 0 1 120 220H400L480 300L540 318A22 22 0 0 1 556 340V440H90Z', BLANCO) +
  clip(
    path('M90 250A30 30 0 0 1 120 220H400L480 300L540 318A22 22 0 0 1 556 340V440H90Z', BLANCO),
    path('M90 440L240 220H330L180 440Z', a) +
      path('M200 440L350 220H384L234 440Z', b) +
      rect(90, 404, 470, 36, a),
  ) +
  path('M410 240L462 298H350V240Z', tono(CELESTE, 0.35)) +
  stroke('M340 232V400', tono(TINTA, 0.6), 4) +
  marca(280, 330, 40, LIMON, AZUL) +
  palabra('LA RUTA', 436, 344, 22, a, 0.22) +
  many(
    2,
    (index) =>
      circle(190 + index * 260, 444, 48, TINTA) + circle(190 + index * 260, 444, 22, tono(TINTA, 0.6)),
  ) +
  rect(528, 360, 28, 24, LIMON, 6)

const paño = 'M170 128C260 80 350 172 520 118V402C350 456 260 364 170 412Z'
const franja = (from: number, to: number, fill: string) =>
  path(
    `M170 ${128 + from}C260 ${80 + from} 350 ${172 + from} 520 ${118 + from}V${118 + to}C350 ${172 + to} 260 ${80 + to} 170 ${128 + to}Z`,
    fill,
  )
export const sol = (x: number, y: number, r: number, fill: string) =>
  circle(x, y, r, fill) +
  many(16, (index) =>
    turn(
      index * 22.5,
      path(
        `M${x - r * 0.2} ${y - r * 1.15}L${x} ${y - r * (index % 2 ? 1.5 : 1.75)}L${x + r * 0.2} ${y - r * 1.15}Z`,
        fill,
      ),
      x,
      y,
    ),
  )
export const bandera = (bands: readonly string[], b: string, centro = '') =>
  rect(142, 84, 20, 476, TINTA, 10) +
  circle(152, 84, 20, LIMON) +
  move(14, 16, path(paño, b)) +
  bands
    .map((fill: string, index: number) =>
      franja((index * 284) / bands.length, ((index + 1) * 284) / bands.length, fill),
    )
    .join('') +
  centro
export const solDeMayo = sol(345, 268, 30, '#E8A900')
export const pin = (inner: string) => scale(0.86, inner)

// What the shop makes of paper: prints, bindings, cards.
import {
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
  stroke,
  TINTA,
  tono,
  turn,
} from './tinta.ts'

const hoja = (fill = BLANCO, x = 190, y = 130, w = 260, h = 370) => rect(x, y, w, h, fill, 4)
const RENGLONES = [0.62, 1, 0.94, 1, 0.5, 1, 0.9, 1, 0.72]

/** Some sheets, the last one printed. */
export const hojas = (a: string, b: string, printed: string) =>
  turn(-10, hoja(tono(a, 0.55))) + turn(7, hoja(b)) + move(8, 6, hoja(BLANCO) + printed)

export const hojasByn = (a: string, b: string) =>
  hojas(a, b, rect(222, 168, 120, 20, a, 4) + renglones(222, 216, 196, 28, 9, a, RENGLONES))

export const hojasColor = (a: string, b: string) =>
  hojas(
    a,
    b,
    rect(222, 168, 150, 20, a, 4) +
      circle(290, 270, 58, a) +
      path('M290 270V212A58 58 0 0 1 340 299Z', b) +
      path('M290 270L340 299A58 58 0 0 1 262 321Z', ROJO) +
      [54, 90, 70, 112]
        .map((height, index) =>
          rect(232 + index * 48, 462 - height, 32, height, [a, b, ROJO, HOJA][index] ?? a),
        )
        .join(''),
  )

const foto = (sky: string, land: string, sun: string, peak: string) =>
  rect(205, 175, 230, 290, BLANCO, 4) +
  clip(
    rect(221, 191, 198, 220, sky),
    rect(221, 191, 198, 220, sky) +
      circle(370, 245, 30, sun) +
      path('M200 411L285 280L345 360L385 315L450 411Z', land) +
      path('M285 280L312 316L285 336L262 316Z', peak),
  )
export const fotos = (a: string, b: string) =>
  turn(-16, move(-34, 6, foto(tono(a, 0.6), a, BLANCO, BLANCO)), 320, 460) +
  turn(12, move(44, 4, foto(tono(b, 0.5), ROJO, BLANCO, LIMON)), 320, 460) +
  turn(-2, move(4, -16, foto(tono(a, 0.8), HOJA, b, BLANCO)))

export const poster = (a: string, b: string) =>
  stroke('M110 150H530', TINTA, 10) +
  turn(
    2,
    move(14, 14, rect(180, 160, 290, 390, b)) +
      rect(180, 160, 290, 390, a) +
      clip(
        rect(180, 160, 290, 390, a),
        circle(325, 340, 112, b) +
          circle(380, 390, 80, ROJO) +
          path('M180 470L300 400L470 500V550H180Z', tono(a, -0.3)),
      ) +
      palabra('A3', 325, 190, 46, BLANCO, 0.22),
    320,
    150,
  ) +
  many(2, (index) => rect(214 + index * 198, 132, 26, 44, TINTA, 4))

export const plastificado = (a: string, b: string) =>
  turn(
    -7,
    dosTintas((fill) => rect(120, 180, 400, 280, fill, 26), tono(a, 0.78), b) +
      rect(146, 206, 348, 228, BLANCO, 8) +
      rect(146, 206, 348, 48, a, 8) +
      rect(172, 282, 96, 118, tono(a, 0.7), 6) +
      circle(220, 324, 24, a) +
      path('M180 400C182 350 258 350 260 400Z', a) +
      renglones(296, 290, 168, 32, 13, TINTA, [1, 0.7, 0.86]) +
      rect(296, 384, 90, 16, b, 8) +
      `<g opacity=".55">${path('M400 180H450L330 460H280ZM470 180H484L364 460H350Z', BLANCO)}</g>`,
  )

const espiral = (x: number, y: number, count: number, gap: number, color: string) =>
  many(
    count,
    (index) =>
      circle(x + 22, y + index * gap, 9, BLANCO) +
      stroke(`M${x + 22} ${y + index * gap}H${x - 12}`, color, 7, 'butt'),
  )

export const anilladoFino = (a: string, b: string) =>
  turn(
    5,
    dosTintas((fill) => rect(170, 112, 320, 416, fill, 10), a, b) +
      rect(186, 126, 292, 388, BLANCO, 4) +
      rect(230, 180, 200, 30, a, 6) +
      renglones(230, 240, 200, 28, 9, tono(a, 0.5), RENGLONES) +
      `<g opacity=".5">${path('M186 514L420 126H478L300 514Z', tono(a, 0.82))}</g>` +
      espiral(170, 140, 14, 28, TINTA),
  )

export const anilladoGrueso = (a: string, b: string) =>
  turn(
    -4,
    path('M196 150L250 104H540L486 150Z', tono(b, 0.3)) +
      path('M486 150L540 104V464L486 520Z', tono(a, 0.82)) +
      many(11, (index) =>
        stroke(`M486 ${180 + index * 31}L540 ${132 + index * 31}`, tono(a, 0.5), 3, 'butt'),
      ) +
      rect(160, 150, 326, 370, a, 8) +
      rect(214, 206, 216, 120, BLANCO, 4) +
      palabra('MANUAL', 322, 234, 28, a, 0.2) +
      rect(240, 288, 164, 12, b, 6) +
      many(
        11,
        (index) =>
          circle(184, 174 + index * 32, 9, BLANCO) +
          stroke(
            `M184 ${174 + index * 32}C120 ${150 + index * 32} 120 ${190 + index * 32} 150 ${178 + index * 32}`,
            TINTA,
            8,
          ),
      ),
  )

export const tesis = (a: string, b: string) =>
  turn(
    6,
    move(18, 14, rect(170, 110, 320, 424, b, 8)) +
      path('M170 110H206V534H170Z', tono(a, -0.3)) +
      rect(200, 110, 290, 424, a, 6) +
      stroke('M226 136H464V508H226Z', LIMON, 4) +
      palabra('TESIS', 345, 200, 40, LIMON, 0.18) +
      renglones(275, 266, 140, 24, 8, LIMON, [1, 0.7]) +
      circle(345, 400, 44, LIMON) +
      circle(345, 400, 34, a) +
      palabra('UNT', 345, 388, 24, LIMON, 0.2) +
      many(3, (index) => rect(176, 150 + index * 30, 24, 8, LIMON)),
  )

const tarjeta = (fill: string, inner: string) => rect(190, 240, 270, 160, fill, 8) + inner
export const tarjetas = (a: string, b: string) =>
  turn(-20, move(-20, 40, tarjeta(b, ''))) +
  turn(-8, move(-8, 14, tarjeta(tono(a, 0.55), ''))) +
  turn(
    6,
    move(
      6,
      -16,
      tarjeta(
        BLANCO,
        rect(190, 240, 16, 160, a, 0) +
          marca(400, 290, 22, b, a) +
          palabra('ANA', 268, 268, 26, TINTA, 0.2) +
          renglones(228, 322, 150, 22, 9, tono(TINTA, 0.4), [1, 0.8, 0.9]),
      ),
    ),
  )
export const tarjetasDorso = (a: string, b: string) =>
  many(4, (index) => move(0, 36 - index * 12, rect(140, 216, 340, 208, index % 2 ? BLANCO : b, 12))) +
  move(
    0,
    -12,
    rect(140, 216, 340, 208, a, 12) +
      marca(310, 320, 56, b, BLANCO, tono(b, -0.3)) +
      many(9, (index) => circle(160 + index * 38, 400, 5, tono(a, 0.4))),
  )

const volante = (fill: string, a: string, b: string) =>
  rect(220, 150, 210, 320, fill, 4) +
  circle(325, 250, 70, b) +
  palabra('20%', 325, 228, 44, a, 0.2) +
  renglones(250, 350, 150, 28, 12, a, [1, 0.8, 0.9])
export const volantes = (a: string, b: string) =>
  turn(-22, move(-50, 20, volante(tono(a, 0.7), a, BLANCO)), 320, 480) +
  turn(20, move(54, 10, volante(b, a, BLANCO)), 320, 480) +
  turn(-2, volante(BLANCO, a, b))

export const imanes = (a: string, b: string) =>
  rect(130, 90, 380, 470, tono(CELESTE, 0.72), 30) +
  rect(130, 250, 380, 8, tono(CELESTE, 0.2)) +
  rect(160, 150, 20, 76, TINTA, 10) +
  rect(160, 282, 20, 110, TINTA, 10) +
  turn(
    -8,
    dosTintas((fill) => rect(220, 120, 120, 100, fill, 8), a, tono(a, 0.5), 8, 8) +
      marca(280, 170, 24, b, BLANCO, ROJO),
  ) +
  turn(
    10,
    dosTintas((fill) => rect(366, 146, 108, 84, fill, 42), ROJO, tono(ROJO, 0.5), 8, 8) +
      palabra('24 HS', 420, 178, 19, BLANCO, 0.22),
  ) +
  turn(
    5,
    dosTintas((fill) => rect(230, 300, 150, 110, fill, 8), b, tono(b, -0.25), 8, 8) +
      renglones(252, 326, 106, 24, 12, TINTA, [0.7, 1, 0.86]),
  ) +
  turn(
    -6,
    dosTintas((fill) => rect(350, 430, 110, 86, fill, 8), HOJA, tono(HOJA, 0.5), 8, 8) +
      path('M390 452L430 474L390 496Z', BLANCO),
  )

export const escaneo = (a: string, b: string) =>
  turn(
    -6,
    move(
      -40,
      -60,
      rect(230, 120, 220, 230, BLANCO, 4) + renglones(256, 150, 168, 26, 9, a, [0.6, 1, 0.9, 1, 0.5, 0.9]),
    ),
  ) +
  dosTintas((fill) => rect(120, 320, 400, 180, fill, 22), a, b) +
  rect(150, 346, 340, 26, TINTA, 13) +
  rect(166, 354, 308, 9, LIMON, 4) +
  rect(150, 410, 120, 56, tono(a, 0.75), 8) +
  palabra('PDF', 210, 424, 28, a, 0.2) +
  circle(420, 438, 20, LIMON) +
  circle(470, 438, 12, tono(a, 0.5)) +
  ellipse(320, 526, 190, 8, tono(TINTA, 0.75))

// What is made of paper: prints, bindings, stationery.
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
  stroke,
  TINTA,
  tono,
  turn,
} from './tinta.mjs'

const hoja = (fill = BLANCO, x = 190, y = 130, w = 260, h = 370) => rect(x, y, w, h, fill, 4)
const RENGLONES = [0.62, 1, 0.94, 1, 0.5, 1, 0.9, 1, 0.72]

/** Some sheets, the last one printed. */
export const hojas = (a, b, printed) =>
  turn(-10, hoja(tono(a, 0.55))) + turn(7, hoja(b)) + move(8, 6, hoja(BLANCO) + printed)

export const hojasByn = (a, b) =>
  hojas(a, b, rect(222, 168, 120, 20, a, 4) + renglones(222, 216, 196, 28, 9, a, RENGLONES))

export const hojasColor = (a, b) =>
  hojas(
    a,
    b,
    rect(222, 168, 150, 20, a, 4) +
      circle(290, 270, 58, a) +
      path('M290 270V212A58 58 0 0 1 340 299Z', b) +
      path('M290 270L340 299A58 58 0 0 1 262 321Z', ROJO) +
      many(4, (index) =>
        rect(
          232 + index * 48,
          462 - [54, 90, 70, 112][index],
          32,
          [54, 90, 70, 112][index],
          [a, b, ROJO, HOJA][index],
        ),
      ),
  )

const foto = (sky, land, sun, peak) =>
  rect(205, 175, 230, 290, BLANCO, 4) +
  clip(
    rect(221, 191, 198, 220, sky),
    rect(221, 191, 198, 220, sky) +
      circle(370, 245, 30, sun) +
      path('M200 411L285 280L345 360L385 315L450 411Z', land) +
      path('M285 280L312 316L285 336L262 316Z', peak),
  )
export const fotos = (a, b) =>
  turn(-16, move(-34, 6, foto(tono(a, 0.6), a, BLANCO, BLANCO)), 320, 460) +
  turn(12, move(44, 4, foto(tono(b, 0.5), ROJO, BLANCO, LIMON)), 320, 460) +
  turn(-2, move(4, -16, foto(tono(a, 0.8), HOJA, b, BLANCO)))

export const poster = (a, b) =>
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

export const plastificado = (a, b) =>
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

const espiral = (x, y, count, gap, color) =>
  many(
    count,
    (index) =>
      circle(x + 22, y + index * gap, 9, BLANCO) +
      stroke(`M${x + 22} ${y + index * gap}H${x - 12}`, color, 7, 'butt'),
  )

export const anilladoFino = (a, b) =>
  turn(
    5,
    dosTintas((fill) => rect(170, 112, 320, 416, fill, 10), a, b) +
      rect(186, 126, 292, 388, BLANCO, 4) +
      rect(230, 180, 200, 30, a, 6) +
      renglones(230, 240, 200, 28, 9, tono(a, 0.5), RENGLONES) +
      `<g opacity=".5">${path('M186 514L420 126H478L300 514Z', tono(a, 0.82))}</g>` +
      espiral(170, 140, 14, 28, TINTA),
  )

export const anilladoGrueso = (a, b) =>
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

export const tesis = (a, b) =>
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

const tapa = (a, b, inner) =>
  turn(
    -6,
    dosTintas((fill) => rect(170, 108, 320, 420, fill, 18), a, b) +
      inner +
      many(
        12,
        (index) =>
          circle(196, 142 + index * 32, 10, BLANCO) +
          stroke(`M196 ${142 + index * 32}H160`, TINTA, 8, 'butt'),
      ),
  )
export const cuaderno = (a, b, line = TINTA) =>
  tapa(a, b, rect(262, 200, 180, 92, BLANCO) + renglones(282, 226, 140, 26, 11, line, [0.86, 0.6]))
export const cuadernoPuntos = (a, b) =>
  tapa(
    a,
    b,
    many(20, (index) => circle(260 + (index % 4) * 60, 160 + Math.floor(index / 4) * 44, 9, tono(a, -0.18))) +
      rect(240, 384, 214, 84, BLANCO, 42) +
      renglones(276, 410, 142, 24, 10, TINTA, [1, 0.64]),
  )
export const cuadernoAbierto = (a, b) =>
  turn(
    -5,
    move(12, 16, rect(86, 158, 468, 344, b, 12)) +
      rect(86, 158, 468, 344, a, 12) +
      rect(98, 150, 218, 336, BLANCO, 4) +
      rect(324, 150, 218, 336, BLANCO, 4) +
      many(2, (side) =>
        many(9, (index) => rect(118 + side * 226, 196 + index * 31, 178, 4, tono(AZUL, 0.55))),
      ) +
      stroke('M134 190C160 150 180 210 206 180S250 190 270 178', AZUL, 6) +
      stroke('M134 222C170 200 190 234 220 210', AZUL, 6) +
      many(10, (index) => stroke(`M300 ${172 + index * 32}H340`, TINTA, 7)) +
      turn(
        24,
        rect(420, 300, 26, 200, ROJO, 4) +
          path('M420 500H446L433 536Z', tono(LIMON, 0.4)) +
          rect(420, 286, 26, 26, tono(ROJO, -0.35), 6),
        433,
        400,
      ),
  )

export const agenda = (a, b) =>
  turn(
    5,
    path('M372 520L372 592L392 572L412 592V520Z', b) +
      dosTintas((fill) => rect(160, 108, 330, 424, fill, 20), a, tono(a, 0.6)) +
      rect(160, 108, 46, 424, tono(a, -0.25), 18) +
      palabra('2027', 322, 206, 56, BLANCO, 0.22) +
      many(14, (index) =>
        circle(262 + (index % 7) * 26, 350 + Math.floor(index / 7) * 30, 8, index === 9 ? b : tono(a, 0.45)),
      ) +
      rect(440, 108, 18, 424, b),
  )

export const resma = (a, b) =>
  turn(
    -3,
    path('M150 250L220 180H520L470 250Z', tono(a, 0.7)) +
      path('M470 250L520 180V410L470 490Z', tono(a, -0.3)) +
      rect(150, 250, 320, 240, a, 4) +
      path('M150 300H470V440H150Z', BLANCO) +
      path('M470 300L520 228V360L470 440Z', tono(a, 0.82)) +
      palabra('A4', 240, 330, 80, a, 0.22) +
      palabra('75', 380, 334, 40, TINTA, 0.2) +
      rect(342, 394, 80, 14, b, 7) +
      path('M150 250L220 180H280L220 250Z', b),
  )

export const lapices = (a, b) => {
  const colores = [a, ROJO, b, HOJA, tono(a, 0.4), '#D97706', TINTA]
  return colores
    .map((color, index) =>
      turn(
        (index - 3) * 13,
        rect(302, 190, 36, 320, color) +
          rect(314, 190, 12, 320, tono(color, 0.25)) +
          path('M302 190L320 130L338 190Z', tono('#E7B978', 0.35)) +
          path('M313 154L320 130L327 154Z', color) +
          rect(302, 500, 36, 18, tono(color, -0.3)),
        320,
        560,
      ),
    )
    .join('')
}

export const etiquetas = (a, b) =>
  turn(
    4,
    move(14, 14, rect(130, 110, 380, 420, b, 10)) +
      rect(130, 110, 380, 420, BLANCO, 10) +
      many(10, (index) => {
        const [x, y] = [150 + (index % 2) * 176, 130 + Math.floor(index / 2) * 78]
        const color = [a, ROJO, HOJA, b, tono(a, 0.35)][(index * 3 + (index % 2)) % 5]
        const figura = [
          circle(x + 32, y + 33, 17, BLANCO),
          path(`M${x + 32} ${y + 14}L${x + 50} ${y + 48}H${x + 14}Z`, BLANCO),
          rect(x + 17, y + 18, 30, 30, BLANCO, 4),
        ][index % 3]
        return (
          rect(x, y, 164, 66, color, 10) + figura + renglones(x + 64, y + 20, 84, 18, 9, BLANCO, [1, 0.7])
        )
      }),
  )

export const comunicaciones = (a, b) =>
  turn(
    -4,
    dosTintas((fill) => rect(165, 108, 310, 424, fill, 8), a, b) +
      rect(165, 108, 40, 424, tono(a, -0.25), 8) +
      path('M270 190H410V300C410 350 372 376 340 390C308 376 270 350 270 300Z', BLANCO) +
      path('M286 206H394V256H286Z', CELESTE) +
      path('M286 256H394V298C394 336 364 358 340 370C316 358 286 336 286 298Z', b) +
      path('M340 276L350 298L374 300L356 316L362 340L340 327L318 340L324 316L306 300L330 298Z', BLANCO) +
      renglones(262, 436, 156, 26, 12, BLANCO, [1, 0.7]),
  )

export const mapa = (a, b) =>
  turn(
    -3,
    move(14, 14, path('M120 150L220 120L320 150L420 120L520 150V510L420 480L320 510L220 480L120 510Z', b)) +
      path('M120 150L220 120V480L120 510Z', tono(a, 0.78)) +
      path('M220 120L320 150V510L220 480Z', tono(a, 0.86)) +
      path('M320 150L420 120V480L320 510Z', tono(a, 0.78)) +
      path('M420 120L520 150V510L420 480Z', tono(a, 0.86)) +
      path(
        'M262 176C300 160 352 172 372 198C398 206 410 230 396 254C372 268 372 290 350 306C352 330 330 338 326 362C310 380 318 402 308 424C316 446 300 462 306 480L286 470C270 440 284 410 272 380C268 344 282 320 268 286C250 256 252 206 262 176Z',
        HOJA,
      ) +
      path(
        'M268 286C250 256 252 206 262 176C272 172 284 170 296 170C292 210 300 240 292 282Z',
        tono(HOJA, 0.35),
      ) +
      circle(304, 232, 12, ROJO) +
      stroke('M304 232L440 196', ROJO, 5) +
      rect(432, 170, 62, 40, BLANCO, 6) +
      renglones(440, 182, 46, 14, 6, TINTA, [1, 0.6]) +
      stroke('M150 236H210M150 356H250M352 402H500', tono(a, 0.4), 3),
  )

const tarjeta = (fill, inner) => rect(190, 240, 270, 160, fill, 8) + inner
export const tarjetas = (a, b) =>
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
export const tarjetasDorso = (a, b) =>
  many(4, (index) => move(0, 36 - index * 12, rect(140, 216, 340, 208, index % 2 ? BLANCO : b, 12))) +
  move(
    0,
    -12,
    rect(140, 216, 340, 208, a, 12) +
      marca(310, 320, 56, b, BLANCO, tono(b, -0.3)) +
      many(9, (index) => circle(160 + index * 38, 400, 5, tono(a, 0.4))),
  )

const volante = (fill, a, b) =>
  rect(220, 150, 210, 320, fill, 4) +
  circle(325, 250, 70, b) +
  palabra('20%', 325, 228, 44, a, 0.2) +
  renglones(250, 350, 150, 28, 12, a, [1, 0.8, 0.9])
export const volantes = (a, b) =>
  turn(-22, move(-50, 20, volante(tono(a, 0.7), a, BLANCO)), 320, 480) +
  turn(20, move(54, 10, volante(b, a, BLANCO)), 320, 480) +
  turn(-2, volante(BLANCO, a, b))

export const imanes = (a, b) =>
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

export const talonario = (a, b) =>
  turn(
    5,
    move(18, 18, rect(130, 180, 380, 300, tono(a, 0.6), 6)) +
      move(9, 9, rect(130, 180, 380, 300, b, 6)) +
      rect(130, 180, 380, 300, BLANCO, 6) +
      rect(130, 180, 380, 40, a, 6) +
      stroke('M222 220V480', tono(TINTA, 0.5), 4).replace('/>', ' stroke-dasharray="4 12"/>') +
      palabra('0142', 420, 246, 26, ROJO, 0.2) +
      rect(246, 246, 90, 26, a, 4) +
      many(4, (index) => rect(246, 310 + index * 32, 238, 4, tono(a, 0.4))) +
      renglones(246, 296, 140, 32, 8, TINTA, [1, 0.7, 0.9]) +
      rect(390, 432, 94, 26, tono(b, 0.4), 4) +
      renglones(150, 256, 50, 40, 8, tono(TINTA, 0.4), [1, 0.7, 1, 0.7]),
  )

export const escaneo = (a, b) =>
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

// Stationery: notebooks, diaries, paper by the ream, pencils, labels, maps, pads.
import {
  AZUL,
  BLANCO,
  CELESTE,
  circle,
  dosTintas,
  HOJA,
  LIMON,
  many,
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

const tapa = (a: string, b: string, inner: string) =>
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
export const cuaderno = (a: string, b: string, line = TINTA) =>
  tapa(a, b, rect(262, 200, 180, 92, BLANCO) + renglones(282, 226, 140, 26, 11, line, [0.86, 0.6]))
export const cuadernoPuntos = (a: string, b: string) =>
  tapa(
    a,
    b,
    many(20, (index) => circle(260 + (index % 4) * 60, 160 + Math.floor(index / 4) * 44, 9, tono(a, -0.18))) +
      rect(240, 384, 214, 84, BLANCO, 42) +
      renglones(276, 410, 142, 24, 10, TINTA, [1, 0.64]),
  )
export const cuadernoAbierto = (a: string, b: string) =>
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

export const agenda = (a: string, b: string) =>
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

export const resma = (a: string, b: string) =>
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

export const lapices = (a: string, b: string) => {
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

export const etiquetas = (a: string, b: string) =>
  turn(
    4,
    move(14, 14, rect(130, 110, 380, 420, b, 10)) +
      rect(130, 110, 380, 420, BLANCO, 10) +
      many(10, (index) => {
        const [x, y] = [150 + (index % 2) * 176, 130 + Math.floor(index / 2) * 78]
        const color = [a, ROJO, HOJA, b, tono(a, 0.35)][(index * 3 + (index % 2)) % 5] ?? a
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

export const comunicaciones = (a: string, b: string) =>
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

export const mapa = (a: string, b: string) =>
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

export const talonario = (a: string, b: string) =>
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

// Every picture of the demo shop by its name: what is drawn, in which inks, on which paper.
import { cartelCorporeo, cartelLuz, cartelPvc, cartelTradicional } from './carteles.ts'
import * as l from './libreria.ts'
import * as o from './objetos.ts'
import * as p from './papel.ts'
import {
  AZUL,
  BLANCO,
  CELESTE,
  HOJA,
  LIMON,
  lamina,
  move,
  type PAPELES,
  ROJO,
  scale,
  TINTA,
  tono,
} from './tinta.ts'

const en = (papel: keyof typeof PAPELES, trama: string, esquina: number, inner: string) =>
  lamina({ papel, trama, esquina }, inner)

/** Light that the two tints of the paper would swallow. */
const CREMA = tono(LIMON, 0.72)

export const DIBUJOS = {
  'hojas-byn': en('cielo', AZUL, 0, scale(1.12, p.hojasByn(TINTA, LIMON))),
  'hojas-color': en('limon', ROJO, 1, scale(1.12, p.hojasColor(AZUL, LIMON))),
  fotos: en('menta', HOJA, 0, scale(1.14, p.fotos(AZUL, LIMON))),
  poster: en('rosa', AZUL, 2, p.poster(AZUL, LIMON)),
  plastificado: en('kraft', AZUL, 3, scale(1.1, p.plastificado(AZUL, LIMON))),
  'anillado-fino': en('limon', HOJA, 0, p.anilladoFino(HOJA, TINTA)),
  'anillado-grueso': en('cielo', AZUL, 1, p.anilladoGrueso(ROJO, LIMON)),
  tesis: en('rosa', ROJO, 0, p.tesis(TINTA, ROJO)),
  'cuaderno-azul': en('limon', LIMON, 0, l.cuaderno(AZUL, LIMON)),
  'cuaderno-amarillo': en('cielo', AZUL, 0, l.cuadernoPuntos(LIMON, AZUL)),
  'cuaderno-rojo': en('menta', HOJA, 1, l.cuadernoAbierto(ROJO, TINTA)),
  agenda: en('kraft', LIMON, 0, l.agenda(HOJA, LIMON)),
  resma: en('rosa', ROJO, 3, l.resma(AZUL, LIMON)),
  lapices: en('cielo', AZUL, 0, l.lapices(AZUL, LIMON)),
  etiquetas: en('rosa', ROJO, 1, l.etiquetas(AZUL, LIMON)),
  comunicaciones: en('menta', HOJA, 0, l.comunicaciones(AZUL, LIMON)),
  mapa: en('limon', AZUL, 2, l.mapa(AZUL, LIMON)),
  tarjetas: en('cielo', AZUL, 0, scale(1.35, p.tarjetas(AZUL, LIMON))),
  'tarjetas-dorso': en('kraft', AZUL, 2, scale(1.15, p.tarjetasDorso(AZUL, LIMON))),
  volantes: en('menta', HOJA, 3, scale(1.1, p.volantes(ROJO, LIMON))),
  imanes: en('rosa', ROJO, 0, p.imanes(AZUL, LIMON)),
  talonario: en('limon', LIMON, 1, l.talonario(HOJA, LIMON)),
  lona: en('cielo', AZUL, 0, o.lona(ROJO, TINTA)),
  'roll-up': en('kraft', ROJO, 0, o.rollUp(AZUL, LIMON)),
  ploteo: en('limon', AZUL, 1, o.ploteo(ROJO, LIMON)),
  'taza-roja': en('rosa', ROJO, 0, o.taza(ROJO, TINTA, o.estampaMarca(AZUL))),
  'taza-azul': en('limon', AZUL, 2, o.taza(AZUL, LIMON, o.estampaFoto())),
  remera: en('menta', HOJA, 0, o.remera(BLANCO, AZUL, o.estampaSol(LIMON))),
  'remera-egresados': en('cielo', AZUL, 1, o.remera(AZUL, LIMON, o.estampaEgresados(LIMON))),
  mate: en('limon', HOJA, 0, o.mate(AZUL, LIMON, 'LAURA')),
  llavero: en('cielo', AZUL, 3, o.llavero(ROJO, LIMON, o.llaveroMarca(LIMON))),
  sello: en('menta', HOJA, 0, o.sello(AZUL, LIMON)),
  'sello-marca': en('kraft', AZUL, 1, o.selloMarca(AZUL, LIMON)),
  fechador: en('limon', LIMON, 0, o.fechador(HOJA, TINTA)),
  'cartel-pvc': en('rosa', ROJO, 0, cartelPvc(HOJA, LIMON)),
  'bandera-argentina': en('kraft', AZUL, 0, o.bandera([CELESTE, BLANCO, CELESTE], AZUL, o.solDeMayo)),
  'bandera-tucuman': en('menta', HOJA, 1, o.bandera([BLANCO, CELESTE, BLANCO], HOJA)),
  escaneo: en('cielo', AZUL, 2, move(0, 24, p.escaneo(HOJA, LIMON))),

  'cartel-tradicional': en('limon', ROJO, 0, cartelTradicional(ROJO, LIMON)),
  'cartel-luz': en('cielo', AZUL, 0, cartelLuz(HOJA, LIMON)),
  'cartel-corporeo': en('rosa', ROJO, 0, cartelCorporeo(AZUL, LIMON)),

  'premio-hojas': en('menta', HOJA, 0, scale(1.12, p.hojasByn(AZUL, HOJA))),
  'premio-llavero': en('rosa', ROJO, 1, o.llavero(AZUL, LIMON, o.llaveroInicial(CREMA))),
  'premio-taza': en('cielo', AZUL, 0, o.taza(LIMON, AZUL, o.estampaCorazon())),
  'premio-cuaderno': en('rosa', ROJO, 0, l.cuaderno(HOJA, LIMON)),
  'premio-gorra': en('limon', LIMON, 0, move(-44, 0, o.gorra(AZUL, ROJO))),
  'premio-mate': en('menta', HOJA, 2, o.mate(ROJO, TINTA, 'BRUNO')),
  'premio-bandera': en('limon', AZUL, 0, o.pin(o.bandera([CELESTE, BLANCO, CELESTE], ROJO, o.solDeMayo))),
}

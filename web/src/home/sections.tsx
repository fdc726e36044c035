import { useDeferredValue } from 'react'
import { useCondicionIva } from '../api/catalogo.ts'
import { Carteles } from './carteles.tsx'
import { Catalogo } from './catalogo/catalogo.tsx'
import { Contacto } from './contacto/contacto.tsx'
import { Descuentos } from './descuentos.tsx'
import { Ofertas } from './ofertas.tsx'
import { CondicionIvaContext } from './producto-card.tsx'

/** Home below its banner: what the first paint can do without. */
export function Sections() {
  // It changes every card: in pieces, when there is time
  const condicion = useDeferredValue(useCondicionIva())
  return (
    <CondicionIvaContext value={condicion}>
      <Catalogo />
      <Ofertas />
      <Descuentos />
      <Carteles />
      <Contacto />
    </CondicionIvaContext>
  )
}

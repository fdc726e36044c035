import { useDeferredValue } from 'react'
import { useCondicionIva } from '../api/catalogo.ts'
import { Carteles } from './carteles.tsx'
import { CatalogoSeccion } from './catalogo/catalogo.tsx'
import { ContactoSeccion } from './contacto/contacto.tsx'
import { Descuentos } from './descuentos.tsx'
import { Ofertas } from './ofertas.tsx'
import { CondicionIvaContext } from './producto-card.tsx'

/** Home below its banner: not needed for the first paint. */
export function Sections() {
  // This value changes every card, so they are drawn again in pieces, when the browser is idle
  const condicion = useDeferredValue(useCondicionIva())
  return (
    <CondicionIvaContext value={condicion}>
      <CatalogoSeccion />
      <Ofertas />
      <Descuentos />
      <Carteles />
      <ContactoSeccion />
    </CondicionIvaContext>
  )
}

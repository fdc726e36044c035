import { Carteles } from './carteles.tsx'
import { Catalogo } from './catalogo/catalogo.tsx'
import { Contacto } from './contacto/contacto.tsx'
import { Ofertas } from './ofertas.tsx'

/** Home below its banner: what the first paint can do without. */
export function Sections() {
  return (
    <>
      <Catalogo />
      <Ofertas />
      <Carteles />
      <Contacto />
    </>
  )
}

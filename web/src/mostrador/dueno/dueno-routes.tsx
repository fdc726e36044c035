import { Route, Routes } from 'react-router'
import { Navigate } from '../../ui/link.tsx'
import { AperturaPage } from '../apertura/apertura-page.tsx'
import { MostradorNotFoundPage } from '../layout/not-found-page.tsx'
import { CambiosPage } from './cambios-page.tsx'
import { CatalogoPage } from './catalogo-page.tsx'
import { ClientePage } from './cliente-page.tsx'
import { ClientesPage } from './clientes-page.tsx'
import { NegocioPage } from './negocio-page.tsx'
import { PersonasPage } from './personas-page.tsx'
import { PremiosPage } from './premios-page.tsx'
import { SeguridadPage } from './seguridad-page.tsx'
import { SucursalesPage } from './sucursales-page.tsx'

/**
 * The owner's screens, below /mostrador/dueno: in a file of their own, which the counter's tablets never
 * load.
 */
export default function DuenoRoutes() {
  return (
    <Routes>
      <Route index element={<Navigate to="/mostrador/dueno/catalogo" replace />} />
      <Route path="para-abrir" element={<AperturaPage />} />
      <Route path="catalogo" element={<CatalogoPage />} />
      <Route path="premios" element={<PremiosPage />} />
      <Route path="sucursales" element={<SucursalesPage />} />
      <Route path="negocio" element={<NegocioPage />} />
      <Route path="personas" element={<PersonasPage />} />
      <Route path="clientes" element={<ClientesPage />} />
      <Route path="clientes/:id" element={<ClientePage />} />
      <Route path="cambios" element={<CambiosPage />} />
      <Route path="seguridad" element={<SeguridadPage />} />
      <Route path="*" element={<MostradorNotFoundPage />} />
    </Routes>
  )
}

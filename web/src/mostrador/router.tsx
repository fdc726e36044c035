import { BrowserRouter, Route, Routes } from 'react-router'
import { AjustesPage } from './ajustes/ajustes-page.tsx'
import { BoardPage } from './board/board-page.tsx'
import { EscanearPage } from './escanear/escanear-page.tsx'
import { ImpresorasPage } from './impresoras/impresoras-page.tsx'
import { Layout } from './layout/layout.tsx'
import { NotFoundPage } from './layout/not-found-page.tsx'
import { PedidoPage } from './pedido/pedido-page.tsx'
import { ProveedoresPage } from './proveedores/proveedores-page.tsx'
import { LoginPage } from './session/login-page.tsx'
import { RequireSession } from './session/require-session.tsx'
import { VentasPage } from './ventas/ventas-page.tsx'

/** Everything below /mostrador; the server answers this entry for all of it. */
export function Router() {
  return (
    <BrowserRouter>
      <Routes>
        <Route path="/mostrador/ingresar" element={<LoginPage />} />
        <Route element={<RequireSession />}>
          <Route path="/mostrador" element={<Layout />}>
            <Route index element={<BoardPage />} />
            <Route path="pedidos/:id" element={<PedidoPage />} />
            <Route path="escanear" element={<EscanearPage />} />
            <Route path="impresoras" element={<ImpresorasPage />} />
            <Route path="ventas" element={<VentasPage />} />
            <Route path="ajustes" element={<AjustesPage />} />
            <Route path="proveedores" element={<ProveedoresPage />} />
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Route>
      </Routes>
    </BrowserRouter>
  )
}

ALTER TABLE "arrepentimientos" ADD COLUMN "nota" text;--> statement-breakpoint
CREATE INDEX "arrepentimientos_abiertos" ON "arrepentimientos" USING btree ("id") WHERE "arrepentimientos"."atendido" is null;--> statement-breakpoint
CREATE INDEX "codigos_usados" ON "codigos" USING btree ("usado") WHERE "codigos"."usado" is not null;--> statement-breakpoint
CREATE INDEX "devoluciones_hechas" ON "devoluciones" USING btree ("hecha") WHERE "devoluciones"."hecha" is not null;--> statement-breakpoint
CREATE INDEX "impresiones_terminadas" ON "impresiones" USING btree ("terminada") WHERE "impresiones"."terminada" is not null;--> statement-breakpoint
CREATE INDEX "pagos_creados" ON "pagos" USING btree ("creado");--> statement-breakpoint
CREATE INDEX "pagos_devueltos" ON "pagos" USING btree ("actualizado") WHERE "pagos"."devuelto" > 0 or "pagos"."estado" = 'charged_back';--> statement-breakpoint
CREATE INDEX "pedidos_pagados" ON "pedidos" USING btree ("pagado") WHERE "pedidos"."pagado" is not null;--> statement-breakpoint
CREATE INDEX "pedidos_prometidos" ON "pedidos" USING btree ("prometido") WHERE "pedidos"."prometido" is not null;
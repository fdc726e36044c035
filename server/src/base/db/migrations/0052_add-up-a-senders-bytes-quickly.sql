DROP INDEX "subidas_navegador";--> statement-breakpoint
DROP INDEX "subidas_origen";--> statement-breakpoint
DROP INDEX "subidas_red";--> statement-breakpoint
CREATE INDEX "subidas_de_navegador" ON "subidas" USING btree ("navegador","llegado") WHERE "subidas"."navegador" is not null;--> statement-breakpoint
CREATE INDEX "subidas_de_origen" ON "subidas" USING btree ("origen","llegado");--> statement-breakpoint
CREATE INDEX "subidas_de_red" ON "subidas" USING btree ("red","llegado") WHERE "subidas"."red" is not null;
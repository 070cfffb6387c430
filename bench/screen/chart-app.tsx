/** A host that draws its figures itself, for comparison: a line of recharts, its 30 days in the script. */
import { createRoot } from "react-dom/client";
import { CartesianGrid, Line, LineChart, XAxis, YAxis } from "recharts";

const days = Array.from({ length: 30 }, (_, day) => ({ day: `Oct ${day + 1}`, clicks: 20 + ((day * 7) % 23) }));

createRoot(document.querySelector("#root") as HTMLElement).render(
  <main>
    <h1>Partner program</h1>
    <LineChart width={720} height={280} data={days}>
      <CartesianGrid vertical={false} />
      <XAxis dataKey="day" />
      <YAxis />
      <Line dataKey="clicks" isAnimationActive={false} />
    </LineChart>
    <p>Terms apply.</p>
  </main>,
);

import { signalBoxPicture } from '../picture';
import type { Turn } from '../turn';

const FILE = 'signal-box.png';

/**
 * Draws a picture and writes it into the sample project. It writes without asking because the sample is the demo's own;
 * in a user's folder the file goes to the demo's scratch copy, and the client is not given a path outside its roots.
 */
export async function playImage(turn: Turn): Promise<void> {
  const { script, pace, project } = turn;
  const { description } = script.image;
  await turn.say(script.image.before);
  const tool = await turn.tool({
    title: script.tools.image,
    kind: 'other',
    rawInput: { _toolName: 'generateImage', description },
  });
  await pace.pause(900);
  const picture = signalBoxPicture();
  const filePath = await project.write(FILE, picture);
  await tool.update({
    status: 'completed',
    content: [{ type: 'content', content: { type: 'image', mimeType: 'image/png', data: picture.toString('base64') } }],
  });
  await turn.tellImage({
    toolCallId: tool.toolCallId,
    description,
    ...(project.isSessionFolder ? { filePath } : {}),
  });
  await turn.say(script.image.after(project.isSessionFolder));
}

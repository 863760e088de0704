import { expect, it } from 'vitest';
import en from '../../i18n/en.json';
import { RefusedImage } from './FileImage';
import { FileOpenerProvider } from './fileLinks';
import { drawn } from '../../testing/english';

const NAME = 'image-1.png';
const draw = (refused: 'savedGone' | 'notFound' | 'tooLarge') =>
  drawn(
    <FileOpenerProvider value={() => undefined}>
      <RefusedImage path={`/p/attachments/s/${NAME}`} alt={NAME} refused={refused} />
    </FileOpenerProvider>,
  );

it('says in plain words that a picture is gone, and offers no link to it', () => {
  for (const refused of ['savedGone', 'notFound'] as const) {
    const html = draw(refused);
    expect(html).toContain(NAME);
    expect(html).toContain(en.transcript.imageRefused[refused]);
    expect(html).not.toContain('<button');
  }
});

it('leaves the link to one that is there and cannot be shown', () => {
  expect(draw('tooLarge')).toContain('<button');
});

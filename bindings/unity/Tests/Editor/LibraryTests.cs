// The binary in Runtime/Plugins fits these declarations, and a script reload does no harm.
using NUnit.Framework;

namespace Phalanx.Tests
{
    public sealed class LibraryTests
    {
        [Test]
        public void TheBinaryFitsTheDeclarations()
        {
            PhalanxLibrary.CheckAbi();
            Assert.IsTrue(PhalanxLibrary.Version.Length > 0, "it has a version");
        }

        [Test]
        public void AContextWorksAfterAShutdown()
        {
            var stale = new PhalanxContext(new ContextSettings { LogLevel = LogLevel.None });
            PhalanxLibrary.Shutdown();
            Assert.Throws<PhalanxException>(() => stale.Order(Shape.Grid));
            using (var fresh = new PhalanxContext())
            {
                Assert.AreEqual(Shape.Grid, fresh.Order(Shape.Grid).Shape);
            }
            stale.Dispose();
        }
    }
}
